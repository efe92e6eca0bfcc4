-- Run by the trigger on order_item. Packaging as it cost when the item came to its product; a kit's is its own.
CREATE OR REPLACE FUNCTION keep_packaging() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.packaging_cents := coalesce((SELECT p.packaging_cost_cents FROM product p
    WHERE p.organization_id = NEW.organization_id AND p.id = NEW.product_id), 0) * NEW.quantity * NEW.product_quantity;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER order_item_packaging BEFORE INSERT OR UPDATE OF product_id, product_quantity, quantity ON order_item
  FOR EACH ROW WHEN ((new.product_id IS NOT NULL)) EXECUTE FUNCTION keep_packaging();
