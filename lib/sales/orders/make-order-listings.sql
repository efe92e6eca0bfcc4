-- In SQL by find_order_listings. Makes a listing for each item of these rows whose key is not among p_known, mapped to the product of its
-- SKU.
CREATE OR REPLACE FUNCTION make_order_listings(p_shop uuid, p_rows staged_order[], p_known text[], p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  WITH item AS (
    SELECT DISTINCT ON (i.k) i.k, i.x, i.item, i.model, i.s, i.t, i.v, i.p
    FROM unnest(p_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, x text, item text, model text, s text, t text, v text, p bigint)
    WHERE NOT i.k = ANY (p_known) ORDER BY i.k, r.payload->>'placedAt' DESC
  ), catalogue AS MATERIALIZED (
    SELECT p.sku_key, p.id FROM product p WHERE p.organization_id = v_org AND p.archived_at IS NULL
      AND p.sku_key = ANY (array(SELECT lower(item.s) FROM item WHERE item.s IS NOT NULL))
  ), missing AS (
    SELECT item.*, row_number() OVER (PARTITION BY coalesce(item.x, item.k) ORDER BY item.k) AS place FROM item
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE WHEN m.item IS NULL THEN m.k
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, p.id
    FROM missing m LEFT JOIN catalogue p ON p.sku_key = lower(m.s)
    ORDER BY m.k
    ON CONFLICT DO NOTHING
    RETURNING id, product_id
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL;
END $$;
REVOKE ALL ON FUNCTION make_order_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION make_order_listings TO mascate_worker;
