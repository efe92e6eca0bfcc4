-- Orders to ship by their deadline: those without one stand last.
CREATE INDEX orders_dispatch ON orders (organization_id, coalesce(ship_by, 'infinity'::timestamptz), id)
WHERE status IN ('confirmed', 'processing') AND platform = 'shopee' AND NOT fulfilled_by_platform;

-- What was cancelled while its invoice stands: the invoice is to be cancelled too.
CREATE INDEX orders_invoice_to_cancel ON orders (organization_id, cancelled_at DESC) WHERE status = 'cancelled' AND invoice_state = 'valid';
CREATE INDEX fiscal_document_unmatched ON fiscal_document (organization_id, created_at DESC) WHERE order_id IS NULL;

-- A label that names another tracking number than the parcel's must not be used any more; how often it was printed stays known.
CREATE FUNCTION outdate_label() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  NEW.label_state := 'none';
  NEW.label_file_id := NULL;
  NEW.label_error := NULL;
  NEW.printed_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER package_label_outdated BEFORE UPDATE OF tracking_number ON package FOR EACH ROW
WHEN (OLD.tracking_number IS NOT NULL AND NEW.tracking_number IS DISTINCT FROM OLD.tracking_number) EXECUTE FUNCTION outdate_label();

-- What the tax office says of an order's invoice is said of the file that was sent last.
CREATE FUNCTION decide_fiscal_document() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  UPDATE fiscal_document d SET state = CASE NEW.invoice_state WHEN 'valid' THEN 'accepted' ELSE 'rejected' END::"FiscalState",
    reason = NEW.invoice_reason, decided_at = now()
  WHERE d.organization_id = NEW.organization_id AND d.id = (
    SELECT id FROM fiscal_document f WHERE f.organization_id = NEW.organization_id AND f.order_id = NEW.id AND f.state IN ('sent', 'rejected')
    ORDER BY f.sent_at DESC NULLS LAST, f.id DESC LIMIT 1);
  RETURN NULL;
END $$;
CREATE TRIGGER order_invoice_decided AFTER UPDATE OF invoice_state, invoice_reason ON orders FOR EACH ROW
WHEN (NEW.invoice_state IN ('valid', 'rejected') AND (NEW.invoice_state, NEW.invoice_reason) IS DISTINCT FROM (OLD.invoice_state, OLD.invoice_reason))
EXECUTE FUNCTION decide_fiscal_document();
REVOKE ALL ON FUNCTION outdate_label, decide_fiscal_document FROM PUBLIC;
