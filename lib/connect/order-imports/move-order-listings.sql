-- In SQL by move_import_orders. Called by move_import_orders, which holds the orders. Their items come to listings of the other shop: to
-- one of the same name, else to a copy with the same product. A listing known from sheets alone that no order has any more is marked as
-- gone.
CREATE OR REPLACE FUNCTION move_order_listings(p_orders uuid[], p_shop uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_old uuid[] := array(SELECT DISTINCT i.listing_id FROM order_item i
    WHERE i.organization_id = current_organization() AND i.order_id = ANY (p_orders) AND i.listing_id IS NOT NULL);
BEGIN
  INSERT INTO listing (organization_id, id, shop_id, external_key, sku, title, variation, price_cents, product_id, product_quantity, gtin)
  SELECT v_org, uuid_v7(), p_shop, l.external_key, l.sku, l.title, l.variation, l.price_cents, l.product_id, l.product_quantity, l.gtin
  FROM listing l WHERE l.organization_id = v_org AND l.id = ANY (v_old) ON CONFLICT DO NOTHING;
  UPDATE listing t SET gone_at = NULL FROM listing l
  WHERE l.organization_id = v_org AND l.id = ANY (v_old) AND t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = l.external_key
    AND t.synced_at IS NULL AND t.gone_at IS NOT NULL;
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, quantity, how)
  SELECT v_org, uuid_v7(), t.id, t.product_id, t.product_quantity, 'sku' FROM listing l
  JOIN listing t ON t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = l.external_key
  WHERE l.organization_id = v_org AND l.id = ANY (v_old) AND t.product_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM listing_mapping x WHERE x.organization_id = v_org AND x.listing_id = t.id);
  UPDATE order_item i SET listing_id = t.id FROM listing l
  JOIN listing t ON t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = l.external_key
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND l.organization_id = v_org AND l.id = i.listing_id;
  UPDATE listing l SET gone_at = now()
  WHERE l.organization_id = v_org AND l.id = ANY (v_old) AND l.synced_at IS NULL AND l.gone_at IS NULL AND l.shop_id <> p_shop AND NOT EXISTS (
    SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.listing_id = l.id);
END $$;
REVOKE ALL ON FUNCTION move_order_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION move_order_listings TO mascate_worker;
