-- Called by lib/connect/sync/inbound/sync-escrow.ts. The platform's settlements of orders: [{code, asOf, charged, voucher, freight, adjusted,
-- lines: [{kind, key, amount, name}], items}]. An older settlement changes nothing. Lines of another source for that money are removed; the
-- voucher an order was sold with stays, and what corrections are known where they were not asked for (adjusted). The prices of a bundle's
-- items follow. Roll-ups follow. Writers of one shop's orders take turns (an advisory lock), then the orders are locked by their ids.
CREATE OR REPLACE FUNCTION write_escrow(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_rows jsonb;
  v_prices jsonb;
  v_same uuid[];
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  WITH known AS (
    SELECT o.id, o.external_code FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
      AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE
  )
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', k.id)), '[]') INTO v_rows
  FROM jsonb_array_elements(p_rows) r JOIN known k ON k.external_code = r.value->>'code'
  WHERE NOT EXISTS (SELECT 1 FROM money_line l
    WHERE l.organization_id = v_org AND l.order_id = k.id AND l.source = 'api' AND l.as_of > (r.value->>'asOf')::timestamptz);

  v_prices := escrow_prices(v_rows);
  SELECT array_agg(j.id) FILTER (WHERE j.same), array_agg(j.id) FILTER (WHERE NOT j.same), count(*)::int INTO v_same, v_orders, kept FROM (
    SELECT r.id, o.fees_charged_cents IS NOT DISTINCT FROM r.charged
      AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(v_prices) AS x(id uuid) WHERE x.id = r.id)
      AND NOT EXISTS (
        (SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api')
        UNION ALL
        (SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id
            AND (r.adjusted OR NOT (l.kind = 'adjustment' OR l.key ^@ 'order_adjustment#'))
          EXCEPT SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint))) AS same
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, charged bigint, adjusted boolean, lines jsonb)
    JOIN orders o ON o.organization_id = v_org AND o.id = r.id) j;
  v_orders := coalesce(v_orders, '{}');
  changed := cardinality(v_orders);
  kept := kept - changed;

  UPDATE money_line l SET as_of = r."asOf" FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz)
  WHERE r.id = ANY (v_same) AND l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api' AND l.as_of < r."asOf";

  IF changed > 0 THEN PERFORM store_escrow(v_orders, v_rows, v_prices); END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_escrow TO mascate_worker;
