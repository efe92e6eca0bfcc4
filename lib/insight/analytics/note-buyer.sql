-- Run by the triggers on orders. An order counts for its buyer while it is a sale: neither pending nor cancelled.
CREATE OR REPLACE FUNCTION note_buyer() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.buyer_key IS NOT NULL AND OLD.status NOT IN ('pending', 'cancelled') THEN
    INSERT INTO buyer_delta (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    VALUES (OLD.organization_id, OLD.outlet_id, OLD.buyer_key, date_trunc('month', OLD.local_day)::date, -1, -OLD.revenue_cents);
  END IF;
  IF NEW.buyer_key IS NOT NULL AND NEW.status NOT IN ('pending', 'cancelled') THEN
    INSERT INTO buyer_delta (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    VALUES (NEW.organization_id, NEW.outlet_id, NEW.buyer_key, date_trunc('month', NEW.local_day)::date, 1, NEW.revenue_cents);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_buyer_came AFTER INSERT ON orders
  FOR EACH ROW WHEN (((new.buyer_key IS NOT NULL) AND (new.status <> ALL (ARRAY['pending'::"OrderStatus", 'cancelled'::"OrderStatus"])))) EXECUTE FUNCTION note_buyer();
CREATE OR REPLACE TRIGGER orders_buyer_changed AFTER UPDATE ON orders
  FOR EACH ROW
  WHEN ((((new.buyer_key IS NOT NULL) OR (old.buyer_key IS NOT NULL)) AND ((new.buyer_key IS DISTINCT FROM old.buyer_key) OR (new.revenue_cents <> old.revenue_cents) OR (new.local_day <> old.local_day) OR (new.outlet_id <> old.outlet_id) OR ((new.status = ANY (ARRAY['pending'::"OrderStatus", 'cancelled'::"OrderStatus"])) <> (old.status = ANY (ARRAY['pending'::"OrderStatus", 'cancelled'::"OrderStatus"])))))) EXECUTE FUNCTION note_buyer();
