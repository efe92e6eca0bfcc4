-- In SQL by apply_import_batch, write_platform_orders. Writes orders of a shop as one source gives them, each field from the source that
-- knows it best (API over export over estimate). The same again changes nothing; older is kept as it is. Locks: writers of one shop take
-- turns (an advisory lock), then await_erasure, the known orders in the order of their ids, and the stock that they take, only where an
-- order moves any. Roll-ups and stock follow. Answers what it did and the orders that it wrote.
CREATE OR REPLACE FUNCTION write_marketplace_orders(
  p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], p_numbers jsonb, p_moves boolean, p_import uuid, p_actor uuid
)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_api constant boolean := p_source = 'api';
  v_rows staged_order[];
  v_orders uuid[];
  v_changed uuid[];
  v_filled integer := 0;
  v_keys text[];
  v_listings uuid[];
  v_products uuid[];
  v_quantities integer[];
BEGIN
  -- Writers of one shop's orders take turns: they may hold the same orders and listings.
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  -- Before the orders themselves, as an erasure takes them: else each could hold what the other waits for.
  PERFORM await_erasure(v_org, array(SELECT decode(r.payload->>'buyerKey', 'hex') FROM unnest(p_rows) r));

  PERFORM adopt_channel_sales(p_shop, p_rows, p_moves);
  IF NOT v_api THEN v_filled := cardinality(fill_missing_prices(p_shop, p_rows)); END IF;
  SELECT j.rows, j.orders, j.changed INTO v_rows, v_orders, v_changed FROM judge_marketplace_orders(p_shop, p_source, p_rows) j;
  created := cardinality(v_orders) - cardinality(v_changed);
  updated := cardinality(v_changed) + v_filled;
  kept := cardinality(p_rows) - cardinality(v_orders) - v_filled;
  written := v_orders;
  RETURN NEXT;
  IF cardinality(v_orders) = 0 THEN RETURN; END IF;
  IF cardinality(v_changed) > 0 THEN
    PERFORM append_order_deltas(v_changed, -1);
  END IF;

  SELECT l.keys, l.listings, l.products, l.quantities INTO v_keys, v_listings, v_products, v_quantities
  FROM find_order_listings(p_shop, v_api, v_rows, p_actor) l;

  -- What is only written from here on is planned once: with plans of its own for each statement, each row's foreign keys and triggers are planned as well.
  PERFORM set_config('plan_cache_mode', 'auto', true);
  PERFORM add_marketplace_orders(p_shop, v_orders, v_rows, v_changed, p_numbers, p_moves, p_actor);
  PERFORM change_marketplace_orders(p_shop, v_api, v_orders, v_rows, v_changed);

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM lock_order_stock(v_orders, array(
      SELECT l.product_id FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
      JOIN orders o ON o.organization_id = v_org AND o.id = u.id AND o.moves_stock
      CROSS JOIN LATERAL jsonb_to_recordset(u.payload->'items') AS i(k text)
      JOIN unnest(v_keys, v_products) AS l(key, product_id) ON l.key = i.k));
  END IF;

  PERFORM write_marketplace_items(v_orders, v_rows, v_changed, v_keys, v_listings, v_products, v_quantities);
  PERFORM write_order_buyers(v_orders, v_rows);

  INSERT INTO order_source AS s (organization_id, order_id, source, fields_hash, as_of, stage, import_id)
  SELECT v_org, u.id, p_source, u.hash, (u.payload->>'asOf')::timestamptz, (u.payload->>'stage')::int, p_import
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  ON CONFLICT (organization_id, order_id, source) DO UPDATE SET fields_hash = excluded.fields_hash, as_of = excluded.as_of, stage = excluded.stage,
    import_id = excluded.import_id;

  -- What a sheet does not say of an order stays as an earlier one said it, and needs no estimate. What an income report says stands alone.
  DELETE FROM money_line l USING unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  WHERE u.id = ANY (v_changed) AND l.organization_id = v_org AND l.order_id = u.id
    AND (l.source = 'rule' OR (l.source = 'export' AND NOT v_api AND NOT coalesce(u.payload->'unsaid' ? l.kind::text, false)));
  INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, platform_name, as_of)
  SELECT v_org, u.id, x.kind, x.source, x.amount, x.rule, x.name, (u.payload->>'asOf')::timestamptz
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'money') AS x(kind "MoneyKind", source "MoneySource", amount bigint, rule uuid, name text)
  WHERE (v_api OR u.id <> ALL ((SELECT orders_with_income(v_changed))::uuid[])) AND NOT (x.source = 'rule' AND u.id = ANY (v_changed) AND coalesce(u.payload->'unsaid' ?& array['commission', 'service'], false)
    AND EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = u.id AND o.fees_charged_cents IS NOT NULL));

  IF v_api THEN PERFORM write_order_packages(p_shop, v_orders, v_rows, v_changed); END IF;

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM reserve_order_stock(v_orders, p_actor, true);
  END IF;
  PERFORM append_order_deltas(v_orders, 1);
END $$;
REVOKE ALL ON FUNCTION write_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_orders TO mascate_worker;
