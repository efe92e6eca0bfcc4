-- Run by the trigger on import_row. Takes an erased buyer out of a sheet that is put in again, while its rows wait.
CREATE OR REPLACE FUNCTION refuse_erased_row() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = NEW.organization_id AND o.platform = 'shopee' AND o.external_code = NEW.order_code
      AND o.buyer_erased_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM buyer_erasure e WHERE e.organization_id = NEW.organization_id
      AND e.buyer_key = decode(NEW.payload->>'buyerKey', 'hex') AND e.erased_at >= (NEW.payload->>'placedAt')::timestamptz
      AND NEW.payload->>'status' NOT IN ('pending', 'confirmed', 'processing'))
  THEN NEW.payload := NEW.payload || '{"buyer": null}'; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_erased_row BEFORE INSERT ON import_row
  FOR EACH ROW WHEN ((jsonb_typeof((new.payload -> 'buyer'::text)) = 'object'::text)) EXECUTE FUNCTION refuse_erased_row();
