-- Run by the trigger on order_buyer. Refuses the buyer of an order whose buyer was erased.
CREATE OR REPLACE FUNCTION refuse_erased_buyer() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RETURN CASE WHEN NOT EXISTS (SELECT 1 FROM orders o
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND o.buyer_erased_at IS NOT NULL) THEN NEW END;
END $$;

CREATE OR REPLACE TRIGGER refuse_erased_buyer BEFORE INSERT OR UPDATE ON order_buyer FOR EACH ROW EXECUTE FUNCTION refuse_erased_buyer();
