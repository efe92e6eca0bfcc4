-- Run by the trigger on product. A product's new price is what its listings should show in the shops whose prices we set (queue_prices).
CREATE OR REPLACE FUNCTION plan_price_updates() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM queue_prices(l.shop_id, array_agg(l.id)) FROM listing l
  WHERE l.organization_id = NEW.organization_id AND l.product_id = NEW.id GROUP BY l.shop_id ORDER BY l.shop_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION plan_price_updates FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER product_price_changed AFTER UPDATE OF price_cents ON product
  FOR EACH ROW WHEN (((new.price_cents IS NOT NULL) AND (new.price_cents IS DISTINCT FROM old.price_cents))) EXECUTE FUNCTION plan_price_updates();
