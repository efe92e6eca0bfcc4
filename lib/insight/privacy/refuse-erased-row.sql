-- Run by the trigger on import_row. Takes an erased buyer out of a sheet that is put in again, while its rows wait: of a sheet of orders who they
-- are, of a report of returns what they wrote in one that was opened before the erasure.
CREATE OR REPLACE FUNCTION refuse_erased_row() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF jsonb_typeof(NEW.payload #> '{data,text}') = 'string' AND EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.platform = 'shopee' AND o.external_code = NEW.order_code
      AND o.buyer_erased_at >= (NEW.payload #>> '{data,openedAt}')::timestamptz)
  THEN NEW.payload := jsonb_set(NEW.payload, '{data,text}', 'null'); END IF;
  IF jsonb_typeof(NEW.payload->'buyer') IS DISTINCT FROM 'object' THEN RETURN NEW; END IF;
  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = NEW.organization_id AND o.platform = 'shopee' AND o.external_code = NEW.order_code
      AND o.buyer_erased_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM buyer_erasure e WHERE e.organization_id = NEW.organization_id
      AND e.buyer_key = decode(NEW.payload->>'buyerKey', 'hex') AND e.erased_at >= (NEW.payload->>'placedAt')::timestamptz
      AND NEW.payload->>'status' NOT IN ('pending', 'confirmed', 'processing'))
  THEN NEW.payload := NEW.payload || '{"buyer": null}'; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_erased_row BEFORE INSERT ON import_row
  FOR EACH ROW WHEN (((jsonb_typeof((new.payload -> 'buyer'::text)) = 'object'::text) OR (jsonb_typeof((new.payload #> '{data,text}'::text[])) = 'string'::text))) EXECUTE FUNCTION refuse_erased_row();
