-- Run by the trigger on order_item. The packaging cost of an item is unknown once its product is.
CREATE OR REPLACE FUNCTION drop_packaging() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.packaging_cents := 0;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER order_item_no_packaging BEFORE UPDATE OF product_id ON order_item
  FOR EACH ROW WHEN ((new.product_id IS NULL)) EXECUTE FUNCTION drop_packaging();
