-- Run by the trigger on order_return. Empties what names the buyer in a return that was opened before the erasure. A return that is
-- opened later says new things, which are needed to answer it.
CREATE OR REPLACE FUNCTION refuse_erased_return() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND o.buyer_erased_at >= NEW.opened_at) THEN
    NEW.buyer_text := NULL;
    NEW.images := '{}';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER refuse_erased_return BEFORE INSERT OR UPDATE OF buyer_text, images ON order_return
  FOR EACH ROW WHEN (((new.buyer_text IS NOT NULL) OR (new.images <> '{}'::text[]))) EXECUTE FUNCTION refuse_erased_return();
