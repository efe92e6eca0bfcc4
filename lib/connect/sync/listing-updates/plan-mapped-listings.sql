-- Run by the trigger on listing_mapping. A listing that is mapped offers its product's stock and price from then on, in the shops where
-- those are ours to set.
CREATE OR REPLACE FUNCTION plan_mapped_listings() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM plan_stock_updates(x.shop_id, x.products), queue_prices(x.shop_id, x.listings) FROM (
    SELECT l.shop_id, array_agg(DISTINCT l.product_id) AS products, array_agg(l.id) AS listings FROM added a
    JOIN listing l ON l.organization_id = a.organization_id AND l.id = a.listing_id AND l.product_id IS NOT NULL
    GROUP BY l.shop_id ORDER BY l.shop_id) x;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION plan_mapped_listings FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER listing_mapped AFTER INSERT ON listing_mapping
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION plan_mapped_listings();
