-- Run by the trigger on order_return. A parcel that comes back, or never will, without the platform having said so in a return of its own
-- stands under its order's code. The platform's own return of that parcel takes its place; what was received stays.
CREATE OR REPLACE FUNCTION supersede_order_return() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_code text := (SELECT external_code FROM orders WHERE organization_id = NEW.organization_id AND id = NEW.order_id);
BEGIN
  IF NEW.number = v_code AND NEW.received_at IS NULL AND EXISTS (
    SELECT 1 FROM order_return t WHERE t.organization_id = NEW.organization_id AND t.order_id = NEW.order_id AND t.number <> v_code
      AND t.state <> 'cancelled' AND (t.kind = 'failed_delivery' OR NEW.platform_status IS NULL
        OR (NEW.kind = 'lost' AND t.kind IN ('lost', 'refund_only')))) THEN
    NEW.state := 'cancelled';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION supersede_order_return FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER order_return_superseded BEFORE INSERT OR UPDATE OF state ON order_return
  FOR EACH ROW EXECUTE FUNCTION supersede_order_return();
