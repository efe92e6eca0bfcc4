-- Run by the trigger on orders. The tax office's verdict on an order's invoice is that on the file that was sent last.
CREATE OR REPLACE FUNCTION decide_fiscal_document() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE fiscal_document d SET state = CASE NEW.invoice_state WHEN 'valid' THEN 'accepted' ELSE 'rejected' END::"FiscalState",
    reason = NEW.invoice_reason, decided_at = now()
  WHERE d.organization_id = NEW.organization_id AND d.id = (
    SELECT id FROM fiscal_document f WHERE f.organization_id = NEW.organization_id AND f.order_id = NEW.id AND f.state IN ('sent', 'rejected')
    ORDER BY f.sent_at DESC NULLS LAST, f.id DESC LIMIT 1);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION decide_fiscal_document FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER order_invoice_decided AFTER UPDATE OF invoice_state, invoice_reason ON orders
  FOR EACH ROW
  WHEN (((new.invoice_state = ANY (ARRAY['valid'::"InvoiceState", 'rejected'::"InvoiceState"])) AND ((new.invoice_state IS DISTINCT FROM old.invoice_state) OR (new.invoice_reason IS DISTINCT FROM old.invoice_reason)))) EXECUTE FUNCTION decide_fiscal_document();
