-- Run by the trigger on orders. An order that comes to be known later, or leaves the house later, than its buyer was erased, and was placed
-- before: theirs too. Further data of a marked order is deleted with the mark.
CREATE OR REPLACE FUNCTION keep_buyer_erased() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_held text;
BEGIN
  IF NEW.buyer_key IS NOT NULL AND (TG_OP = 'INSERT' OR NEW.buyer_key IS DISTINCT FROM OLD.buyer_key) THEN
    -- An assignment is no statement of its own, which would take ten times as long for each order.
    v_held := pg_advisory_xact_lock_shared(buyer_lock(NEW.organization_id, NEW.buyer_key));
  END IF;
  IF NEW.buyer_erased_at IS NULL AND NEW.status NOT IN ('pending', 'confirmed', 'processing') THEN
    SELECT e.erased_at INTO NEW.buyer_erased_at FROM buyer_erasure e
    WHERE e.organization_id = NEW.organization_id AND e.buyer_key = NEW.buyer_key AND e.erased_at >= NEW.placed_at
    ORDER BY e.erased_at DESC LIMIT 1;
  END IF;
  IF NEW.buyer_erased_at IS NOT NULL THEN
    NEW.customer_name := NULL;
    NEW.platform_note := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER keep_buyer_erased BEFORE INSERT OR UPDATE OF status, buyer_key, customer_name, platform_note ON orders
  FOR EACH ROW WHEN (((new.buyer_key IS NOT NULL) OR (new.buyer_erased_at IS NOT NULL))) EXECUTE FUNCTION keep_buyer_erased();
