-- The company's page shows the last one, among however many lists were exported.
CREATE INDEX export_whole_company ON export (organization_id, created_at DESC, id DESC) WHERE kind = 'wholeCompany';
