-- In SQL by write_marketplace_orders. The platform named these orders without a price of some item, and a sheet has it: the price of each
-- item of the same listing and quantity is taken, and what the sheet says of the fees where nothing better is known. All else stays as
-- the platform said it. Locks the orders in the order of their ids. Roll-ups follow. Answers the orders that it changed.
CREATE OR REPLACE FUNCTION fill_missing_prices(p_shop uuid, p_rows staged_order[]) RETURNS uuid[]
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_orders uuid[];
  v_prices jsonb;
BEGIN
  v_orders := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
    AND o.external_code = ANY (array(SELECT r.code FROM unnest(p_rows) r))
    AND EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = o.id AND i.price_missing) ORDER BY o.id FOR UPDATE);
  IF cardinality(v_orders) = 0 THEN RETURN v_orders; END IF;
  WITH given AS (
    SELECT o.id, i.k, i.q, i.p, i.m, i.d, row_number() OVER (PARTITION BY o.id, i.k ORDER BY i.line) AS nth
    FROM unnest(p_rows) r JOIN orders o ON o.organization_id = v_org AND o.id = ANY (v_orders) AND o.external_code = r.code,
    ROWS FROM (jsonb_to_recordset(r.payload->'items') AS (k text, q int, p bigint, m bigint, d bigint, u boolean))
      WITH ORDINALITY AS i(k, q, p, m, d, u, line)
    WHERE NOT coalesce(i.u, false)
  ), line AS (
    SELECT t.order_id AS id, l.external_key AS k, t.line, t.quantity, t.price_missing,
      row_number() OVER (PARTITION BY t.order_id, l.external_key ORDER BY t.line) AS nth
    FROM order_item t JOIN listing l ON l.organization_id = v_org AND l.id = t.listing_id
    WHERE t.organization_id = v_org AND t.order_id = ANY (v_orders)
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'line', l.line, 'unit', g.p, 'subtotal', g.m, 'saved', g.d)), '[]') INTO v_prices
  FROM line l JOIN given g ON g.id = l.id AND g.k = l.k AND g.nth = l.nth AND g.q = l.quantity WHERE l.price_missing;
  v_orders := array(SELECT DISTINCT x.id FROM jsonb_to_recordset(v_prices) AS x(id uuid));
  PERFORM append_order_deltas(v_orders, -1);
  PERFORM write_sold_prices(v_prices);
  DELETE FROM money_line l USING orders o
  WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.fees_charged_cents IS NULL AND l.organization_id = v_org AND l.order_id = o.id AND l.source = 'rule';
  INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, platform_name, as_of)
  SELECT v_org, o.id, x.kind, x.source, x.amount, x.rule, x.name, (r.payload->>'asOf')::timestamptz
  FROM unnest(p_rows) r JOIN orders o ON o.organization_id = v_org AND o.id = ANY (v_orders) AND o.external_code = r.code AND o.fees_charged_cents IS NULL,
    jsonb_to_recordset(r.payload->'money') AS x(kind "MoneyKind", source "MoneySource", amount bigint, rule uuid, name text)
  ON CONFLICT DO NOTHING;
  UPDATE orders o SET fees_charged_cents = coalesce(o.fees_charged_cents, p.charged),
    fees_estimated_cents = CASE WHEN o.fees_charged_cents IS NULL THEN p.estimated ELSE o.fees_estimated_cents END,
    version = o.version + 1, updated_at = now()
  FROM unnest(p_rows) r, jsonb_to_record(r.payload) AS p(charged bigint, estimated bigint)
  WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.external_code = r.code;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN v_orders;
END $$;
REVOKE ALL ON FUNCTION fill_missing_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fill_missing_prices TO mascate_worker;
