-- In SQL by write_marketplace_orders. Called by write_marketplace_orders, which holds the shop's orders. The listings of all items of
-- these rows by their keys in the payload, each with the product and quantity it stands for; those that are missing are made.
CREATE OR REPLACE FUNCTION find_order_listings(
  p_shop uuid, p_by_platform boolean, p_rows staged_order[], p_actor uuid,
  OUT keys text[], OUT listings uuid[], OUT products uuid[], OUT quantities integer[]
)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_wanted text[];
  v_items text[];
  v_models text[];
BEGIN
  -- k names the listing within the payload; x is the key that an export gives it, item and model are the platform's ids.
  IF p_by_platform THEN
    WITH item AS (
      SELECT DISTINCT ON (i.x) i.x, i.item, i.model
      FROM unnest(p_rows) r, jsonb_to_recordset(r.payload->'items') AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model
    )
    UPDATE listing l SET item_id = item.item, model_id = item.model FROM item
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = item.x AND l.item_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.item_id = item.item AND t.model_id = item.model);
  END IF;

  SELECT coalesce(array_agg(i.k), '{}'), array_agg(i.item), array_agg(i.model) INTO v_wanted, v_items, v_models FROM (
    SELECT DISTINCT i.k, i.item, i.model FROM unnest(p_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, item text, model text)) i;
  -- All that are known at once, and once more where some had to be made. By lists that the plan knows, which it asks an index for or hashes.
  FOR v_round IN 1..2 LOOP
    WITH known AS MATERIALIZED (
      SELECT 'x' || l.external_key AS key, l.id, l.product_id, l.product_quantity FROM listing l
      WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = ANY (v_wanted)
      UNION ALL
      SELECT 'i' || l.item_id || ' ' || l.model_id, l.id, l.product_id, l.product_quantity FROM listing l
      WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = ANY (array_remove(v_items, NULL))
    )
    SELECT coalesce(array_agg(i.k), '{}'), array_agg(l.id), array_agg(l.product_id), array_agg(l.product_quantity)
    INTO keys, listings, products, quantities
    FROM unnest(v_wanted, v_items, v_models) AS i(k, item, model)
    JOIN known l ON l.key = CASE WHEN i.item IS NULL THEN 'x' || i.k ELSE 'i' || i.item || ' ' || i.model END;
    EXIT WHEN v_round = 2 OR cardinality(keys) = cardinality(v_wanted);

    PERFORM make_order_listings(p_shop, p_rows, keys, p_actor);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION find_order_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION find_order_listings TO mascate_worker;
