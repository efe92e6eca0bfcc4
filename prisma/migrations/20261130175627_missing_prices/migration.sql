ALTER TABLE "order_item" ADD COLUMN     "price_missing" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "sales_day" ADD COLUMN     "unpriced" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "sales_day_delta" ADD COLUMN     "unpriced" BIGINT NOT NULL DEFAULT 0;

SET LOCAL check_function_bodies = off;

-- from lib/connect/order-imports/judge-import-order.sql
CREATE OR REPLACE FUNCTION judge_import_order(
  p_shop uuid, p_order uuid, p_order_shop uuid, p_stage integer, p_as_of timestamptz, p_hash bytea
)
RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN p_order_shop IS DISTINCT FROM p_shop THEN 'otherShop'
    WHEN EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = current_organization() AND i.order_id = p_order AND i.price_missing)
      AND EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = current_organization() AND a.order_id = p_order AND a.source = 'api') THEN 'changed'
    WHEN EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = current_organization() AND a.order_id = p_order AND a.source = 'api') THEN 'api'
    ELSE coalesce((
      SELECT CASE
        WHEN s.fields_hash = p_hash THEN 'same'
        WHEN p_stage < s.stage OR (p_stage = s.stage AND p_as_of < s.as_of) THEN 'older'
        ELSE 'changed' END
      FROM order_source s WHERE s.organization_id = current_organization() AND s.order_id = p_order AND s.source = 'export'), 'changed')
  END
$$;
REVOKE ALL ON FUNCTION judge_import_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_import_order TO mascate_worker;

-- from lib/connect/sync/inbound/escrow-prices.sql
CREATE OR REPLACE FUNCTION escrow_prices(p_rows jsonb) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  -- Lines of the same listing differ by their order.
  WITH unpriced AS MATERIALIZED (
    SELECT DISTINCT i.order_id FROM order_item i WHERE i.organization_id = current_organization() AND i.price_missing
      AND i.order_id = ANY (array(SELECT r.id FROM jsonb_to_recordset(p_rows) AS r(id uuid)))
  ), stated AS (
    SELECT r.id, i.item, i.model, i.q, i.subtotal, i.saved, row_number() OVER (PARTITION BY r.id, i.item, i.model ORDER BY i.place) AS nth
    FROM jsonb_to_recordset(p_rows) AS r(id uuid, items jsonb, bundle boolean),
    ROWS FROM (jsonb_to_recordset(r.items) AS (item text, model text, q int, subtotal bigint, saved bigint))
      WITH ORDINALITY AS i(item, model, q, subtotal, saved, place)
    WHERE r.bundle OR r.id IN (SELECT u.order_id FROM unpriced u)
  ), line AS (
    SELECT t.order_id AS id, l.item_id AS item, l.model_id AS model, t.line, t.quantity, t.subtotal_cents, t.discount_cents, t.price_missing,
      row_number() OVER (PARTITION BY t.order_id, l.item_id, l.model_id ORDER BY t.line) AS nth
    FROM order_item t LEFT JOIN listing l ON l.organization_id = current_organization() AND l.id = t.listing_id
    WHERE t.organization_id = current_organization() AND t.order_id = ANY (array(SELECT stated.id FROM stated))
  ), met AS (
    SELECT id, l.line, t.subtotal, t.saved, l.subtotal_cents, l.discount_cents, l.price_missing, coalesce(t.q = l.quantity, false) AS agrees
    FROM stated t FULL JOIN line l USING (id, item, model, nth)
  )
  SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') FROM met m WHERE m.id IN (
    SELECT id FROM met GROUP BY id
    HAVING bool_and(agrees) AND bool_or((subtotal, saved) IS DISTINCT FROM (subtotal_cents, discount_cents) OR price_missing))
$$;
REVOKE ALL ON FUNCTION escrow_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION escrow_prices TO mascate_worker;

-- from lib/connect/sync/inbound/store-escrow.sql
CREATE OR REPLACE FUNCTION store_escrow(p_orders uuid[], p_rows jsonb, p_prices jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_sold uuid[];
BEGIN
  v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND (
    EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
    OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
      AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
  PERFORM append_order_deltas(p_orders, -1);
  PERFORM write_sold_prices(p_prices);
  UPDATE orders o SET fees_charged_cents = r.charged, fees_estimated_cents = NULL,
    seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(r.voucher, o.seller_voucher_cents) END,
    freight_paid_cents = coalesce(r.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
  FROM jsonb_to_recordset(p_rows) AS r(id uuid, charged bigint, voucher bigint, freight bigint)
  WHERE o.organization_id = v_org AND o.id = r.id AND r.id = ANY (p_orders);
  DELETE FROM money_line l USING jsonb_to_recordset(p_rows) AS r(id uuid, adjusted boolean)
  WHERE r.id = ANY (p_orders) AND l.organization_id = v_org AND l.order_id = r.id
    AND (r.adjusted OR NOT (l.kind = 'adjustment' OR l.key ^@ 'order_adjustment#'));
  INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
  SELECT v_org, r.id, x.kind, 'api', x.key, x.amount, x.name, r."asOf"
  FROM jsonb_to_recordset(p_rows) AS r(id uuid, "asOf" timestamptz, lines jsonb),
    jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
  WHERE r.id = ANY (p_orders);
  PERFORM price_by_revenue(p_orders);
  PERFORM append_order_deltas(p_orders, 1);
END $$;
REVOKE ALL ON FUNCTION store_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION store_escrow TO mascate_worker;

-- from lib/money/reconciliation/write-income.sql
CREATE OR REPLACE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
  v_orders uuid[];
  v_whole uuid[];
  v_sold uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('releases:' || p_shop, 0));
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
    AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE;
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('orderId', j.order_id, 'kept', j.part, 'takes', j.takes, 'waits', j.waits, 'pays', j.pays)), '[]'),
    coalesce(array_agg(DISTINCT j.order_id) FILTER (WHERE j.takes), '{}'), count(*) FILTER (WHERE j.outcome = 'new'),
    count(*) FILTER (WHERE j.outcome = 'changed'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, v_orders, created, updated, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_income(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  PERFORM write_releases(p_shop, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'source', 'file', 'key', r.kept, 'known', true, 'amount', r.amount, 'at', r.at)), '[]')
    FROM jsonb_to_recordset(v_judged) AS r(code text, kept text, amount bigint, at timestamptz, pays boolean) WHERE r.pays));

  DELETE FROM waiting_income w USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, code text, kept text)
  WHERE r."orderId" IS NOT NULL AND w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.kept
    AND w.external_code = ANY (array(SELECT x.code FROM jsonb_to_recordset(v_judged) AS x(code text)));
  INSERT INTO waiting_income (organization_id, shop_id, external_code, part, at, lines)
  SELECT DISTINCT ON (r.code, r.kept) v_org, p_shop, r.code, r.kept, r.at, r.lines
  FROM jsonb_to_recordset(v_judged) AS r(code text, kept text, at timestamptz, lines jsonb, waits boolean) WHERE r.waits ORDER BY r.code, r.kept
  ON CONFLICT (organization_id, shop_id, external_code, part) DO UPDATE SET at = excluded.at, lines = excluded.lines;

  IF cardinality(v_orders) > 0 THEN
    v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND (
      EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
      OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
        AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
    PERFORM append_order_deltas(v_orders, -1);
    DELETE FROM money_line l USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, kept text, takes boolean)
    WHERE r.takes AND l.organization_id = v_org AND l.order_id = r."orderId" AND l.source = 'income' AND split_part(l.key, '#', 2) = r.kept;
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r."orderId", x.kind, 'income', split_part(x.key, '#', 1) || CASE r.kept WHEN '' THEN '' ELSE '#' || r.kept END, x.amount, x.name, r.at
    FROM jsonb_to_recordset(v_judged) AS r("orderId" uuid, kept text, takes boolean, at timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.takes;
    v_whole := orders_with_income(v_orders);
    DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source IN ('rule', 'export');
    UPDATE orders o SET version = o.version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.id <> ALL (v_whole);
    UPDATE orders o SET fees_charged_cents = s.charged, fees_estimated_cents = NULL,
      seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(s.voucher, o.seller_voucher_cents) END,
      freight_paid_cents = coalesce(s.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM (
      SELECT l.order_id, -sum(l.amount_cents) FILTER (WHERE l.kind IN ('commission', 'service', 'affiliate', 'protection')
          OR l.kind = 'other' AND l.key LIKE 'seller\_transaction\_fee%')::bigint AS charged,
        -sum(l.amount_cents) FILTER (WHERE l.kind = 'seller_voucher')::bigint AS voucher, sum(l.amount_cents) FILTER (WHERE l.kind = 'freight_paid')::bigint AS freight
      FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source = 'income' GROUP BY 1) s
    WHERE o.organization_id = v_org AND o.id = s.order_id;
    PERFORM price_by_revenue(v_orders);
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_income TO mascate_worker;

-- from lib/sales/order-list/order-list-expected.sql
CREATE OR REPLACE FUNCTION order_list_expected(p_orders uuid[])
RETURNS TABLE (
  organization_id uuid, order_id uuid, outlet_id uuid, placed_at timestamptz, revenue_cents bigint, margin_cents bigint, unmapped boolean,
  words text, buyer_words text
)
LANGUAGE sql STABLE AS $$
  SELECT o.organization_id, o.id, o.outlet_id, o.placed_at, o.revenue_cents,
    -- What a sale leaves before taxes once its goods and their packaging are paid; what only moves to the balance for ads is no cost.
    -- Unknown while the price or the cost of one item is, and for what is no sale.
    CASE WHEN o.status NOT IN ('pending', 'cancelled') AND NOT i.unpriced THEN (m.cents - i.cost * 100 - i.packaging)::bigint END,
    coalesce(i.unmapped, false),
    search_text(concat_ws(' ', o.code, nullif(o.external_code, o.code), o.tracking_number, i.skus, (
      SELECT string_agg(DISTINCT p.tracking_number, ' ') FROM package p
      WHERE p.organization_id = current_organization() AND p.order_id = o.id AND p.tracking_number IS DISTINCT FROM o.tracking_number))),
    (SELECT search_text(nullif(concat_ws(' ', o.customer_name, b.name, b.username), '')) FROM (VALUES (1)) one
      LEFT JOIN order_buyer b ON b.organization_id = current_organization() AND b.order_id = o.id)
  FROM orders o
  LEFT JOIN (SELECT n.order_id, sum(n.amount_cents) AS cents FROM order_money(p_orders) n WHERE n.kind <> 'ads' GROUP BY 1) m ON m.order_id = o.id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.product_id IS NULL) AS unmapped, coalesce(bool_or(t.price_missing), false) AS unpriced, sum(t.packaging_cents) AS packaging,
      CASE WHEN count(*) = count(t.unit_cost) THEN sum(round(t.unit_cost * t.quantity * t.product_quantity, 2)) END AS cost,
      string_agg(DISTINCT concat_ws(' ', t.sku, (
        SELECT p.sku::text FROM product p
        WHERE p.organization_id = current_organization() AND p.id = t.product_id AND p.sku::text IS DISTINCT FROM t.sku)), ' ') AS skus
    FROM order_item t WHERE t.organization_id = current_organization() AND t.order_id = o.id
  ) i
  WHERE o.organization_id = current_organization() AND o.id = ANY (p_orders)
$$;
REVOKE ALL ON FUNCTION order_list_expected FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_list_expected TO mascate_app, mascate_worker;

-- from lib/sales/orders/fill-missing-prices.sql
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

-- from lib/sales/orders/price-by-revenue.sql
CREATE OR REPLACE FUNCTION price_by_revenue(p_orders uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT write_sold_prices(coalesce(jsonb_agg(jsonb_build_object('id', m.order_id, 'line', m.line, 'subtotal', r.cents - m.others, 'saved', 0)), '[]'))
  FROM (
    SELECT i.order_id, min(i.line) FILTER (WHERE i.price_missing) AS line, count(*) FILTER (WHERE i.price_missing) AS missing,
      coalesce(sum(i.subtotal_cents) FILTER (WHERE NOT i.price_missing), 0)::bigint AS others
    FROM order_item i WHERE i.organization_id = current_organization() AND i.order_id = ANY (p_orders) GROUP BY 1
  ) m CROSS JOIN LATERAL (
    SELECT sum(l.amount_cents)::bigint AS cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = m.order_id AND l.kind = 'product_revenue' AND l.source IN ('income', 'api')
    GROUP BY l.source ORDER BY l.source DESC LIMIT 1
  ) r
  WHERE m.missing = 1 AND r.cents > m.others
$$;
REVOKE ALL ON FUNCTION price_by_revenue FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION price_by_revenue TO mascate_worker;

-- from lib/sales/orders/write-marketplace-items.sql
CREATE OR REPLACE FUNCTION write_marketplace_items(
  p_orders uuid[], p_rows staged_order[], p_changed uuid[], p_keys text[], p_listings uuid[], p_products uuid[], p_quantities integer[]
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  WITH known AS MATERIALIZED (
    SELECT k.order_id, k.listing_id, k.product_id, k.product_quantity, k.unit_cost,
      row_number() OVER (PARTITION BY k.order_id, k.listing_id ORDER BY k.line) AS nth
    FROM order_item k WHERE k.organization_id = v_org AND k.order_id = ANY (p_changed)
  ), given AS (
    SELECT u.id, (u.payload->>'day')::date AS day, i.*, l.id AS listing_id, l.product_id, l.product_quantity,
      row_number() OVER (PARTITION BY u.id, l.id ORDER BY i.line) AS nth
    FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
    ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint, u boolean))
      WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, u, line)
    JOIN unnest(p_keys, p_listings, p_products, p_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ), mapped AS (
    SELECT g.*, k.unit_cost AS known_cost, coalesce(k.product_id, g.product_id) AS of_product,
      CASE WHEN k.product_id IS NULL THEN g.product_quantity ELSE k.product_quantity END AS of_quantity
    FROM given g LEFT JOIN known k ON k.order_id = g.id AND k.listing_id = g.listing_id AND k.nth = g.nth
  )
  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, price_missing, unit_cost)
  SELECT v_org, i.id, i.line, i.listing_id, i.of_product, i.of_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m, coalesce(i.u, false),
    coalesce(i.known_cost, (SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = i.of_product AND c.from_day <= i.day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(i.of_product, i.day))
  FROM mapped i
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    listing_id = excluded.listing_id, product_id = excluded.product_id, product_quantity = excluded.product_quantity, unit_cost = excluded.unit_cost,
    sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents,
    price_missing = excluded.price_missing;
  -- A kit is what it was when it was sold, also on another line.
  INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
  SELECT v_org, i.order_id, i.line, k.kit_id, k.product_id, k.quantity
  FROM order_item i JOIN order_item_part k ON k.organization_id = v_org AND k.order_id = i.order_id AND k.kit_id = i.product_id AND k.line <> i.line
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_changed) AND NOT EXISTS (
    SELECT 1 FROM order_item_part p WHERE p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id)
  ON CONFLICT DO NOTHING;
  DELETE FROM order_item t USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (p_changed) AND t.line > jsonb_array_length(u.payload->'items');
END $$;
REVOKE ALL ON FUNCTION write_marketplace_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_items TO mascate_worker;

-- from lib/sales/orders/write-marketplace-orders.sql
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

-- from lib/sales/orders/write-sold-prices.sql
CREATE OR REPLACE FUNCTION write_sold_prices(p_prices jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_orders uuid[] := array(SELECT DISTINCT x.id FROM jsonb_to_recordset(p_prices) AS x(id uuid));
BEGIN
  IF cardinality(v_orders) = 0 THEN RETURN; END IF;
  UPDATE order_item t SET subtotal_cents = x.subtotal, discount_cents = x.saved, price_missing = false,
    unit_price_cents = coalesce(x.unit, round(x.subtotal::numeric / t.quantity)::bigint)
  FROM jsonb_to_recordset(p_prices) AS x(id uuid, line int, unit bigint, subtotal bigint, saved bigint)
  WHERE t.organization_id = v_org AND t.order_id = x.id AND t.line = x.line;
  UPDATE orders o SET revenue_cents = s.subtotal, seller_discount_cents = s.saved
  FROM (SELECT i.order_id, sum(i.subtotal_cents)::bigint AS subtotal, sum(i.discount_cents)::bigint AS saved
    FROM order_item i WHERE i.organization_id = v_org AND i.order_id = ANY (v_orders) GROUP BY 1) s
  WHERE o.organization_id = v_org AND o.id = s.order_id;
  UPDATE sync_failure f SET state = 'resolved', next_at = NULL FROM orders o
  WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND f.organization_id = v_org AND f.shop_id = o.shop_id AND f.operation = 'price'
    AND f.error_code = 'priceMissing' AND f.state <> 'resolved' AND f.subject = o.external_code
    AND NOT EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = o.id AND i.price_missing);
END $$;
REVOKE ALL ON FUNCTION write_sold_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_sold_prices TO mascate_worker;

-- from lib/sales/sales-figures/append-order-deltas.sql
CREATE OR REPLACE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH o AS MATERIALIZED (
    SELECT id, local_day, outlet_id, platform, coalesce(local_hour, 0) AS hour, coalesce(buyer_state, '') AS state, status, units, revenue_cents,
      fees_charged_cents, fees_estimated_cents, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), money AS MATERIALIZED (
    SELECT m.order_id, m.kind, m.basis, sum(m.amount_cents)::bigint AS amount_cents FROM order_money(p_orders) m GROUP BY 1, 2, 3
  ), taken AS MATERIALIZED (
    SELECT o.id AS order_id, o.revenue_cents - coalesce(sum(m.amount_cents), 0)::bigint AS deductions
    FROM o LEFT JOIN money m ON m.order_id = o.id AND m.kind <> 'ads' WHERE o.valid GROUP BY o.id, o.revenue_cents
  ), item AS (
    SELECT o.local_day, o.outlet_id, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.quantity * i.product_quantity AS physical, i.subtotal_cents, i.price_missing, i.packaging_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost, t.deductions,
      sum(i.subtotal_cents) OVER w AS subtotal_to_here, sum(i.subtotal_cents) OVER (PARTITION BY i.order_id) AS subtotal_of_all,
      row_number() OVER w AS place
    FROM o JOIN order_item i ON i.organization_id = current_organization() AND i.order_id = o.id JOIN taken t ON t.order_id = o.id
    WHERE o.valid
    WINDOW w AS (PARTITION BY i.order_id ORDER BY i.line)
  ), i AS MATERIALIZED (
    SELECT item.*, CASE WHEN subtotal_of_all > 0
        THEN round(deductions * subtotal_to_here / subtotal_of_all) - round(deductions * (subtotal_to_here - subtotal_cents) / subtotal_of_all)
        WHEN place = 1 THEN deductions ELSE 0 END AS share
    FROM item
  ), by_order AS (
    SELECT order_id, sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL) AS with_cost, sum(cost) AS cost, sum(packaging_cents) AS packaging, bool_or(price_missing) AS unpriced
    FROM i GROUP BY 1
  ), days AS (
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, unpriced)
    SELECT current_organization(), o.local_day, o.outlet_id, o.platform, o.hour, o.state, p_sign * count(*),
      p_sign * count(*) FILTER (WHERE status = 'pending'), p_sign * count(*) FILTER (WHERE status = 'confirmed'),
      p_sign * count(*) FILTER (WHERE status = 'processing'), p_sign * count(*) FILTER (WHERE status = 'shipped'),
      p_sign * count(*) FILTER (WHERE status = 'delivered'), p_sign * count(*) FILTER (WHERE status = 'cancelled'),
      p_sign * coalesce(sum(o.units) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE status = 'cancelled'), 0),
      p_sign * coalesce(sum(o.fees_charged_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(o.fees_estimated_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL AND o.fees_estimated_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(b.with_cost), 0), p_sign * coalesce(sum(b.cost), 0),
      p_sign * coalesce(sum(t.deductions), 0), p_sign * coalesce(sum(b.packaging), 0), p_sign * count(*) FILTER (WHERE b.unpriced)
    FROM o LEFT JOIN by_order b ON b.order_id = o.id LEFT JOIN taken t ON t.order_id = o.id
    GROUP BY o.local_day, o.outlet_id, o.platform, o.hour, o.state
  ), amounts AS (
    INSERT INTO money_day_delta (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, m.kind, m.basis, p_sign * count(*), p_sign * sum(m.amount_cents)
    FROM money m JOIN o ON o.id = m.order_id GROUP BY 2, 3, 4, 5
  )
  INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
    deductions_cents, packaging_cents, physical_units)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0),
    p_sign * sum(share), p_sign * sum(packaging_cents), p_sign * sum(physical)
  FROM i GROUP BY 2, 3, 4, 5;
  SELECT refresh_order_list(p_orders) WHERE p_sign > 0
$$;

-- from lib/sales/sales-figures/fold-sales-days.sql
CREATE OR REPLACE FUNCTION fold_sales_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM sales_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM sales_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO sales_day AS d (organization_id, day, outlet_id, platform, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, unpriced)
    SELECT v_org, day, outlet_id, platform, sum(orders), sum(pending), sum(confirmed), sum(processing), sum(shipped), sum(delivered), sum(cancelled),
      sum(units), sum(gross_cents), sum(cancelled_cents), sum(fees_charged_cents), sum(gross_charged_cents), sum(fees_estimated_cents), sum(gross_estimated_cents),
      sum(revenue_with_cost_cents), sum(cost), sum(deductions_cents), sum(packaging_cents), sum(unpriced)
    FROM taken GROUP BY day, outlet_id, platform ORDER BY day, outlet_id
    ON CONFLICT (organization_id, day, outlet_id) DO UPDATE SET
      orders = d.orders + excluded.orders, pending = d.pending + excluded.pending, confirmed = d.confirmed + excluded.confirmed,
      processing = d.processing + excluded.processing, shipped = d.shipped + excluded.shipped, delivered = d.delivered + excluded.delivered,
      cancelled = d.cancelled + excluded.cancelled, units = d.units + excluded.units, gross_cents = d.gross_cents + excluded.gross_cents,
      cancelled_cents = d.cancelled_cents + excluded.cancelled_cents, fees_charged_cents = d.fees_charged_cents + excluded.fees_charged_cents,
      gross_charged_cents = d.gross_charged_cents + excluded.gross_charged_cents, fees_estimated_cents = d.fees_estimated_cents + excluded.fees_estimated_cents,
      gross_estimated_cents = d.gross_estimated_cents + excluded.gross_estimated_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents,
      unpriced = d.unpriced + excluded.unpriced
  ), valid AS (
    SELECT *, orders - pending - cancelled AS sales FROM taken
  ), hours AS (
    INSERT INTO sales_hour AS h (organization_id, day, outlet_id, hour, orders, units, gross_cents)
    SELECT v_org, day, outlet_id, hour, sum(sales), sum(units), sum(gross_cents) FROM valid GROUP BY day, outlet_id, hour ORDER BY day, outlet_id, hour
    ON CONFLICT (organization_id, day, outlet_id, hour) DO UPDATE SET
      orders = h.orders + excluded.orders, units = h.units + excluded.units, gross_cents = h.gross_cents + excluded.gross_cents
  ), states AS (
    INSERT INTO sales_state AS s (organization_id, day, outlet_id, state, orders, units, gross_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT v_org, day, outlet_id, state, sum(sales), sum(units), sum(gross_cents), sum(deductions_cents), sum(packaging_cents),
      sum(revenue_with_cost_cents), sum(cost)
    FROM valid GROUP BY day, outlet_id, state ORDER BY day, outlet_id, state
    ON CONFLICT (organization_id, day, outlet_id, state) DO UPDATE SET
      orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_cents = s.gross_cents + excluded.gross_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_sales_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_sales_days TO mascate_worker;

-- What is here already: orders that came without a price were named among the failures of their shop.
DO $$
DECLARE
  v_before text := current_setting('app.organization_id', true);
  v_org uuid;
  v_orders uuid[];
BEGIN
  FOR v_org IN SELECT * FROM list_organization_ids() LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    WITH marked AS (
      UPDATE order_item i SET price_missing = true FROM sync_failure f JOIN orders o ON o.organization_id = v_org AND o.platform = 'shopee' AND o.external_code = f.subject
      WHERE f.organization_id = v_org AND f.operation = 'price' AND f.error_code = 'priceMissing' AND f.state <> 'resolved' AND f.shop_id = o.shop_id
        AND i.organization_id = v_org AND i.order_id = o.id AND i.subtotal_cents = 0 AND i.unit_price_cents = 0
      RETURNING i.order_id
    )
    SELECT coalesce(array_agg(DISTINCT order_id), '{}') INTO v_orders FROM marked;
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, unpriced)
    SELECT v_org, local_day, outlet_id, platform, coalesce(local_hour, 0), coalesce(buyer_state, ''), count(*) FROM orders
    WHERE organization_id = v_org AND id = ANY (v_orders) AND status NOT IN ('pending', 'cancelled') GROUP BY 2, 3, 4, 5, 6;
    PERFORM refresh_order_list(v_orders);
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
END $$;
