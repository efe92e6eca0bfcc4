-- The night looks for invoices whose term has passed; it read every invoice that a company ever had for each batch.
CREATE INDEX fiscal_document_filed ON fiscal_document (organization_id, (coalesce(issued_at, created_at))) WHERE file_id IS NOT NULL;
