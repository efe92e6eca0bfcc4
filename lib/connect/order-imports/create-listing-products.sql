-- Called by lib/connect/order-imports/create-products.ts. Makes products for up to p_limit SKUs of a shop's unmapped listings, each with its row in the
-- trail, maps the listings and brings orders, roll-ups and stock along. An active product of the same SKU is used as it is; a SKU that
-- only an archived product has is left. Answers how many products were made and listings mapped.
CREATE OR REPLACE FUNCTION create_listing_products(p_shop uuid, p_limit integer, p_actor uuid)
RETURNS TABLE (created integer, mapped integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_skus citext[];
  v_listings uuid[];
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('import:' || v_org, 0));
  v_skus := array(SELECT DISTINCT l.sku FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.product_id IS NULL AND l.sku IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.sku = l.sku AND p.archived_at IS NOT NULL)
    ORDER BY 1 LIMIT p_limit);
  v_listings := array(SELECT l.id FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.product_id IS NULL AND l.sku = ANY (v_skus) ORDER BY l.id);

  WITH made AS (
    INSERT INTO product (organization_id, id, sku, title, price_cents)
    SELECT DISTINCT ON (l.sku) v_org, uuid_v7(), l.sku, left(l.title || coalesce(' · ' || l.variation, ''), 500), coalesce(i.unit_price_cents, l.price_cents)
    FROM listing l
    LEFT JOIN (SELECT listing_id, order_id, unit_price_cents FROM order_item
      WHERE organization_id = v_org AND listing_id = ANY (v_listings) OFFSET 0) i ON i.listing_id = l.id
    LEFT JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE l.organization_id = v_org AND l.id = ANY (v_listings)
    ORDER BY l.sku, o.placed_at DESC NULLS LAST, l.id
    ON CONFLICT (organization_id, sku) DO NOTHING
    RETURNING id, sku, title
  )
  INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, after)
  SELECT v_org, uuid_v7(), 'system', p_actor, 'product.created', 'product', made.id::text,
    jsonb_build_object('sku', made.sku, 'title', made.title) FROM made;
  GET DIAGNOSTICS created = ROW_COUNT;

  v_orders := array(SELECT DISTINCT i.order_id FROM order_item i
    WHERE i.organization_id = v_org AND i.listing_id = ANY (v_listings) AND i.product_id IS NULL ORDER BY 1);
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) ORDER BY o.id FOR UPDATE;
  PERFORM append_order_deltas(v_orders, -1);

  WITH moved AS (
    UPDATE listing l SET product_id = p.id FROM product p
    WHERE l.organization_id = v_org AND l.id = ANY (v_listings) AND p.organization_id = v_org AND p.sku = l.sku AND p.archived_at IS NULL
    RETURNING l.id, p.id AS product
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), moved.id, moved.product, 'sku', p_actor FROM moved;
  GET DIAGNOSTICS mapped = ROW_COUNT;

  UPDATE order_item i SET product_id = l.product_id, product_quantity = l.product_quantity, unit_cost = (
    SELECT c.cost FROM product_cost c JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= o.local_day ORDER BY c.from_day DESC LIMIT 1)
  FROM listing l
  WHERE i.organization_id = v_org AND i.listing_id = ANY (v_listings) AND i.product_id IS NULL
    AND l.organization_id = v_org AND l.id = i.listing_id AND l.product_id IS NOT NULL;

  PERFORM reserve_order_stock(v_orders, p_actor, true);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION create_listing_products FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION create_listing_products TO mascate_worker;
