-- Run by the trigger on order_return. A return that a sheet guessed gives way to the platform's own; what was received stays.
CREATE OR REPLACE FUNCTION supersede_guessed_return() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE order_return t SET state = 'cancelled', version = t.version + 1
  FROM orders o WHERE o.organization_id = NEW.organization_id AND o.id = NEW.order_id AND NEW.number <> o.external_code AND NEW.state <> 'cancelled'
    AND t.organization_id = NEW.organization_id AND t.order_id = NEW.order_id AND t.number = o.external_code
    AND t.received_at IS NULL AND t.state <> 'cancelled' AND (NEW.kind = 'failed_delivery' OR t.platform_status IS NULL
      OR (t.kind = 'lost' AND NEW.kind IN ('lost', 'refund_only')));
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION supersede_guessed_return FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER order_return_supersedes AFTER INSERT ON order_return FOR EACH ROW EXECUTE FUNCTION supersede_guessed_return();
