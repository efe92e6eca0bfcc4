SET LOCAL check_function_bodies = off;

-- from lib/catalog/mapping/remap-orders.sql
CREATE OR REPLACE FUNCTION remap_orders(p_shop uuid, p_listings uuid[], p_orders uuid[], p_actor uuid) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT coalesce(array_agg(o.id), '{}') INTO v_orders FROM (
    SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.shop_id = p_shop AND o.id = ANY (p_orders) AND EXISTS (
      SELECT 1 FROM order_item i JOIN listing l ON l.organization_id = v_org AND l.id = i.listing_id
      WHERE i.organization_id = v_org AND i.order_id = o.id AND i.listing_id = ANY (p_listings)
        AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity))
    ORDER BY o.id FOR UPDATE) o;
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET product_id = l.product_id, product_quantity = l.product_quantity,
    unit_cost = coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= o.local_day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, o.local_day))
  FROM listing l, orders o
  WHERE i.organization_id = v_org AND i.order_id = ANY (v_orders) AND i.listing_id = ANY (p_listings)
    AND l.organization_id = v_org AND l.id = i.listing_id AND o.organization_id = v_org AND o.id = i.order_id
    AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity);
  UPDATE orders o SET version = version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders);
  PERFORM reserve_order_stock(v_orders, p_actor, true);
  PERFORM rebook_returns(v_orders, p_actor);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION remap_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION remap_orders TO mascate_app, mascate_worker;

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
  UPDATE order_item t SET subtotal_cents = x.subtotal, discount_cents = x.saved, unit_price_cents = round(x.subtotal::numeric / t.quantity)
  FROM jsonb_to_recordset(p_prices) AS x(id uuid, line int, subtotal bigint, saved bigint)
  WHERE t.organization_id = v_org AND t.order_id = x.id AND t.line = x.line;
  UPDATE orders o SET revenue_cents = s.subtotal, seller_discount_cents = s.saved
  FROM (SELECT x.id, sum(x.subtotal)::bigint AS subtotal, sum(x.saved)::bigint AS saved
    FROM jsonb_to_recordset(p_prices) AS x(id uuid, subtotal bigint, saved bigint) GROUP BY x.id) s
  WHERE o.organization_id = v_org AND o.id = s.id;
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
  PERFORM append_order_deltas(p_orders, 1);
END $$;
REVOKE ALL ON FUNCTION store_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION store_escrow TO mascate_worker;

-- from lib/connect/sync/inbound/write-escrow.sql
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

-- from lib/money/reconciliation/judge-income.sql
CREATE OR REPLACE FUNCTION judge_income(p_shop uuid, p_rows jsonb)
RETURNS TABLE (n integer, order_id uuid, part text, takes boolean, waits boolean, pays boolean, outcome text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH keyed AS MATERIALIZED (
    SELECT k.n, k.key FROM release_keys(p_shop, (SELECT coalesce(jsonb_agg(jsonb_build_object('n', x.n, 'code', x.code, 'source', 'file', 'key', x.part, 'amount', x.amount, 'at', x.at)), '[]')
      FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz) WHERE x.amount IS NOT NULL)) k
  ), r AS MATERIALIZED (
    SELECT x.n, x.code, x.amount, x.at, x.lines, coalesce(k.key, x.part) AS part, CASE coalesce(k.key, x.part) WHEN '' THEN '' ELSE '#' || coalesce(k.key, x.part) END AS mark,
      o.id AS order_id, x.lines @? '$[*] ? (@.key like_regex "^rest(#|$)")' AS rests, x.lines @? '$[*] ? (@.key starts with "order_adjustment#")' AS corrects
    FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz, lines jsonb)
    LEFT JOIN keyed k ON k.n = x.n
    LEFT JOIN orders o ON o.organization_id = current_organization() AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = x.code
  ), charged AS MATERIALIZED (
    SELECT l.order_id, split_part(l.key, '#', 2) AS part, l.source, l.kind, l.key, l.amount_cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = ANY (array(SELECT r.order_id FROM r)) AND l.source IN ('income', 'api')
  ), judged AS (
    SELECT r.n, r.order_id, r.part,
      r.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM charged t WHERE t.order_id = r.order_id AND t.source = 'api'
          AND (NOT r.corrects OR t.kind = 'adjustment' OR t.key ^@ 'order_adjustment#')) AND EXISTS (
        (SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT t.kind, t.key, t.amount_cents FROM charged t WHERE t.order_id = r.order_id AND t.part = r.part)
        UNION ALL
        (SELECT t.kind, t.key, t.amount_cents FROM charged t WHERE t.order_id = r.order_id AND t.part = r.part
          EXCEPT SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)))
        AND NOT (r.rests AND (SELECT sum(t.amount_cents) = r.amount AND NOT bool_or(t.key ~ '^rest(#|$)') FROM charged t
          WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') IS TRUE) AS takes,
      r.order_id IS NULL AND r.lines <> '[]' AND r.lines IS DISTINCT FROM w.lines
        AND NOT (r.rests AND (SELECT sum((x->>'amount')::bigint) = r.amount AND NOT bool_or(x->>'key' ~ '^rest(#|$)') FROM jsonb_array_elements(w.lines) x) IS TRUE) AS waits,
      r.amount IS NOT NULL AND (p.amount_cents, p.released_at) IS DISTINCT FROM (r.amount, r.at) AS pays,
      p.amount_cents IS NOT NULL OR w.part IS NOT NULL
        OR EXISTS (SELECT 1 FROM charged t WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') AS known
    FROM r LEFT JOIN release p ON p.organization_id = current_organization() AND p.shop_id = p_shop AND p.external_code = r.code AND p.source = 'file'
      AND p.key = r.part AND r.amount IS NOT NULL
    LEFT JOIN waiting_income w ON w.organization_id = current_organization() AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.part
  )
  SELECT j.n, j.order_id, j.part, j.takes, j.waits, j.pays, CASE WHEN NOT j.takes AND NOT j.waits AND NOT j.pays THEN 'same' WHEN j.known THEN 'changed' ELSE 'new' END
  FROM judged j
$$;
REVOKE ALL ON FUNCTION judge_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_income TO mascate_worker;

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
    ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint))
      WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, line)
    JOIN unnest(p_keys, p_listings, p_products, p_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ), mapped AS (
    SELECT g.*, k.unit_cost AS known_cost, coalesce(k.product_id, g.product_id) AS of_product,
      CASE WHEN k.product_id IS NULL THEN g.product_quantity ELSE k.product_quantity END AS of_quantity
    FROM given g LEFT JOIN known k ON k.order_id = g.id AND k.listing_id = g.listing_id AND k.nth = g.nth
  )
  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, i.id, i.line, i.listing_id, i.of_product, i.of_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m,
    coalesce(i.known_cost, (SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = i.of_product AND c.from_day <= i.day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(i.of_product, i.day))
  FROM mapped i
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    listing_id = excluded.listing_id, product_id = excluded.product_id, product_quantity = excluded.product_quantity, unit_cost = excluded.unit_cost,
    sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents;
  DELETE FROM order_item t USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (p_changed) AND t.line > jsonb_array_length(u.payload->'items');
END $$;
REVOKE ALL ON FUNCTION write_marketplace_items FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_items TO mascate_worker;

-- from lib/sales/returns/rebook-returns.sql
CREATE OR REPLACE FUNCTION rebook_returns(p_orders uuid[], p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_return uuid;
  v_line integer;
  v_entries jsonb;
BEGIN
  FOR v_return IN
    SELECT r.id FROM order_return r JOIN orders o ON o.organization_id = v_org AND o.id = r.order_id
    WHERE r.organization_id = v_org AND r.order_id = ANY (p_orders) AND r.received_at IS NOT NULL AND (o.moves_stock OR EXISTS (
      SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = 'return' AND m.source_id = r.id))
    ORDER BY r.id
  LOOP
    IF EXISTS (SELECT 1 FROM return_units(v_return) c WHERE c.damaged > 0) THEN
      INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    END IF;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
    SELECT coalesce(max(m.source_line) + 1, 0) INTO v_line FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'return' AND m.source_id = v_return;
    WITH wanted AS (
      SELECT c.product_id, e.location_id, e.units FROM return_units(v_return) c
      CROSS JOIN LATERAL (VALUES (v_own, c.sellable), (v_damaged, c.damaged)) AS e(location_id, units) WHERE e.units > 0
    ), booked AS (
      SELECT m.product_id, m.location_id, sum(m.on_hand_delta)::bigint AS units FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'return' AND m.source_id = v_return GROUP BY 1, 2
    )
    SELECT jsonb_agg(jsonb_build_object('line', v_line, 'product', product_id, 'location', location_id, 'kind', 'return',
      'onHand', coalesce(w.units, 0) - coalesce(b.units, 0)))
    INTO v_entries FROM wanted w FULL JOIN booked b USING (product_id, location_id) WHERE coalesce(w.units, 0) <> coalesce(b.units, 0);
    IF v_entries IS NOT NULL THEN PERFORM book_stock('return', v_return, p_actor, NULL, v_entries, true); END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rebook_returns FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION rebook_returns TO mascate_app, mascate_worker;

-- from lib/sales/returns/receive-return.sql
CREATE OR REPLACE FUNCTION receive_return(p_return uuid, p_version integer, p_lines jsonb, p_note text, p_actor uuid)
RETURNS TABLE (already boolean, booked integer, unbooked integer)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_damaged uuid;
  v_order orders;
  v_return order_return;
  v_came jsonb;
  v_entries jsonb;
BEGIN
  -- The order's lock makes all receipts of one order follow each other.
  SELECT * INTO v_order FROM orders o WHERE o.organization_id = v_org AND o.id = (
    SELECT order_id FROM order_return WHERE organization_id = v_org AND id = p_return) FOR UPDATE;
  SELECT * INTO v_return FROM order_return r WHERE r.organization_id = v_org AND r.id = p_return FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'return_not_found' USING errcode = 'P0001'; END IF;
  IF v_return.received_at IS NOT NULL THEN
    RETURN QUERY SELECT true, 0, 0;
    RETURN;
  END IF;
  IF v_return.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF v_return.kind = 'refund_only' OR v_return.state = 'cancelled' THEN RAISE EXCEPTION 'return_brings_nothing' USING errcode = 'P0001'; END IF;
  IF v_order.fulfilled_by_platform THEN RAISE EXCEPTION 'return_not_ours' USING errcode = 'P0001'; END IF;
  IF (SELECT count(*) FROM return_item i WHERE i.organization_id = v_org AND i.return_id = p_return) <> jsonb_array_length(p_lines) OR EXISTS (
    SELECT 1 FROM return_item i LEFT JOIN jsonb_to_recordset(p_lines) AS x(line int, sellable int, damaged int, missing int) ON x.line = i.line
    WHERE i.organization_id = v_org AND i.return_id = p_return
      AND (least(x.sellable, x.damaged, x.missing) >= 0 AND x.sellable + x.damaged + x.missing = i.quantity) IS NOT TRUE) THEN
    RAISE EXCEPTION 'return_incomplete' USING errcode = 'P0001';
  END IF;
  UPDATE return_item i SET sellable = x.sellable, damaged = x.damaged, missing = x.missing
  FROM jsonb_to_recordset(p_lines) AS x(line int, sellable int, damaged int, missing int)
  WHERE i.organization_id = v_org AND i.return_id = p_return AND i.line = x.line;

  SELECT coalesce(jsonb_agg(jsonb_build_object('product', c.product_id, 'sellable', c.sellable, 'damaged', c.damaged)), '[]') INTO v_came
  FROM return_units(p_return) c;

  -- An order that moves no stock (it left before the stock was counted) took what it consists of.
  IF EXISTS (
    SELECT 1 FROM jsonb_to_recordset(v_came) AS c(product uuid, sellable bigint, damaged bigint)
    WHERE c.sellable + c.damaged > CASE
        WHEN v_order.moves_stock THEN coalesce((
          SELECT -sum(m.on_hand_delta) FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = v_order.id
            AND m.product_id = c.product AND m.location_id = v_own), 0)
        WHEN v_order.shipped_at IS NOT NULL OR v_order.status IN ('shipped', 'delivered') THEN coalesce((
          SELECT sum(oi.quantity::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1)) FROM order_item oi
          LEFT JOIN order_item_part t ON t.organization_id = v_org AND t.order_id = oi.order_id AND t.line = oi.line AND t.kit_id = oi.product_id
          LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = oi.product_id AND t.product_id IS NULL
          WHERE oi.organization_id = v_org AND oi.order_id = v_order.id AND coalesce(t.product_id, k.component_id, oi.product_id) = c.product), 0)
        ELSE 0 END - coalesce((
          SELECT sum(m.on_hand_delta) FROM stock_movement m JOIN order_return r ON r.organization_id = v_org AND r.id = m.source_id
          WHERE m.organization_id = v_org AND m.source_kind = 'return' AND r.order_id = v_order.id AND m.product_id = c.product), 0)) THEN
    RAISE EXCEPTION 'return_exceeds_shipped' USING errcode = 'P0001';
  END IF;

  IF EXISTS (SELECT 1 FROM jsonb_to_recordset(v_came) AS c(damaged bigint) WHERE c.damaged > 0) THEN
    INSERT INTO stock_location (organization_id, id, kind, name) VALUES (v_org, uuid_v7(), 'damaged', 'Avariados') ON CONFLICT DO NOTHING;
    v_damaged := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'damaged');
  END IF;
  SELECT jsonb_agg(jsonb_build_object('line', 0, 'product', c.product, 'location', e.location, 'kind', 'return', 'onHand', e.units))
  INTO v_entries FROM jsonb_to_recordset(v_came) AS c(product uuid, sellable bigint, damaged bigint)
  CROSS JOIN LATERAL (VALUES (v_own, c.sellable), (v_damaged, c.damaged)) AS e(location, units) WHERE e.units > 0;
  booked := CASE WHEN v_entries IS NULL THEN 0 ELSE book_stock('return', p_return, p_actor, NULL, v_entries, true) END;

  UPDATE order_return r SET state = 'received', received_at = now(), received_by = p_actor, note = coalesce(p_note, r.note), version = r.version + 1
  WHERE r.organization_id = v_org AND r.id = p_return;
  already := false;
  unbooked := (SELECT count(*) FROM return_item i LEFT JOIN order_item oi ON oi.organization_id = v_org AND oi.order_id = v_order.id AND oi.line = i.order_line
    WHERE i.organization_id = v_org AND i.return_id = p_return AND i.sellable + i.damaged > 0 AND oi.product_id IS NULL);
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION receive_return FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION receive_return TO mascate_app;

-- from lib/sales/returns/return-units.sql
CREATE OR REPLACE FUNCTION return_units(p_return uuid) RETURNS TABLE (product_id uuid, sellable bigint, damaged bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(t.product_id, k.component_id, oi.product_id),
    sum(i.sellable::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1))::bigint,
    sum(i.damaged::bigint * oi.product_quantity * coalesce(t.quantity, k.quantity, 1))::bigint
  FROM order_return r JOIN return_item i ON i.organization_id = current_organization() AND i.return_id = r.id
  JOIN order_item oi ON oi.organization_id = current_organization() AND oi.order_id = r.order_id AND oi.line = i.order_line AND oi.product_id IS NOT NULL
  LEFT JOIN order_item_part t ON t.organization_id = current_organization() AND t.order_id = oi.order_id AND t.line = oi.line AND t.kit_id = oi.product_id
  LEFT JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = oi.product_id AND t.product_id IS NULL
  WHERE r.organization_id = current_organization() AND r.id = p_return GROUP BY 1
$$;
REVOKE ALL ON FUNCTION return_units FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION return_units TO mascate_app, mascate_worker;
