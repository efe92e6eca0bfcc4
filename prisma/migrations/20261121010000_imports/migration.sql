-- How far the platform had brought the order when this source last spoke; an older export never moves it back.
ALTER TABLE order_source ADD COLUMN stage SMALLINT NOT NULL DEFAULT 0;

-- What is still to be applied, in the order of the sheet.
CREATE INDEX import_row_waiting ON import_row (organization_id, import_id, number) WHERE outcome IN ('new', 'changed');

-- ---------------------------------------------------------------- staging

-- What a known order as the sheet gives it would do: changed, same, older (the sheet knows less than we do), api (the platform's
-- own answer is known) or otherShop.
CREATE FUNCTION judge_import_order(p_shop uuid, p_order uuid, p_order_shop uuid, p_stage integer, p_as_of timestamptz, p_hash bytea) RETURNS text
LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT CASE
    WHEN p_order_shop IS DISTINCT FROM p_shop THEN 'otherShop'
    WHEN EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = current_organization() AND a.order_id = p_order AND a.source = 'api') THEN 'api'
    ELSE coalesce((
      SELECT CASE
        WHEN s.fields_hash = p_hash THEN 'same'
        WHEN p_stage < s.stage OR (p_stage = s.stage AND p_as_of < s.as_of) THEN 'older'
        ELSE 'changed' END
      FROM order_source s WHERE s.organization_id = current_organization() AND s.order_id = p_order AND s.source = 'export'), 'changed')
  END
$$;

-- Stages orders [{number, code, hash, payload}] and failed rows (payload with "problems"); the same number again replaces.
CREATE FUNCTION stage_import_orders(p_import uuid, p_orders jsonb) RETURNS integer LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_shop uuid;
  v_codes text[];
  v_orders uuid[];
  v_shops uuid[];
  v_staged integer;
BEGIN
  SELECT shop_id INTO v_shop FROM import WHERE organization_id = v_org AND id = p_import AND state = 'checking';
  IF NOT FOUND THEN RETURN -1; END IF;
  -- Known orders are looked up all at once: a company that the statistics do not know yet would be looked through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_orders, v_shops
  FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee'
    AND o.external_code = ANY (array(SELECT x.code FROM jsonb_to_recordset(p_orders) AS x(code text)));
  INSERT INTO import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
  SELECT v_org, p_import, x.number, x.code, x.payload, decode(x.hash, 'hex'),
    CASE WHEN x.payload ? 'problems' THEN 'failed'
      WHEN o.id IS NULL THEN 'new'
      ELSE judge_import_order(v_shop, o.id, o.shop, (x.payload->>'stage')::int, (x.payload->>'asOf')::timestamptz, decode(x.hash, 'hex')) END
  FROM jsonb_to_recordset(p_orders) AS x(number int, code text, hash text, payload jsonb)
  LEFT JOIN unnest(v_codes, v_orders, v_shops) AS o(code, id, shop) ON o.code = x.code
  ON CONFLICT (organization_id, import_id, number) DO UPDATE
    SET payload = excluded.payload, fields_hash = excluded.fields_hash, outcome = excluded.outcome;
  GET DIAGNOSTICS v_staged = ROW_COUNT;
  RETURN v_staged;
END $$;

-- What the staged sheet would bring: counts by outcome, period, items, and the listings that it would make.
CREATE FUNCTION preview_import(p_import uuid) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public AS $$
  WITH r AS MATERIALIZED (
    SELECT outcome, payload FROM import_row WHERE organization_id = current_organization() AND import_id = p_import
  ), good AS (
    SELECT outcome, payload FROM r WHERE outcome <> 'failed'
  ), item AS (
    SELECT i.k AS key, max(i.s) AS sku, max(i.t) AS title, max(i.v) AS variation, sum(i.q) AS units, sum(i.m) AS revenue
    FROM good, jsonb_to_recordset(payload->'items') AS i(k text, s text, t text, v text, q int, m bigint)
    WHERE outcome IN ('new', 'changed') GROUP BY 1
  ), unknown AS (
    SELECT item.* FROM item
    WHERE item.key NOT IN (SELECT l.external_key FROM listing l JOIN import m ON m.organization_id = l.organization_id AND m.shop_id = l.shop_id
        WHERE l.organization_id = current_organization() AND m.id = p_import AND l.product_id IS NOT NULL)
      AND coalesce(item.sku, '')::citext NOT IN (SELECT p.sku FROM product p
        WHERE p.organization_id = current_organization() AND p.archived_at IS NULL)
  )
  SELECT jsonb_build_object(
    'outcomes', (SELECT coalesce(jsonb_object_agg(outcome, n), '{}') FROM (SELECT outcome, count(*) AS n FROM r GROUP BY 1) o),
    'rows', (SELECT coalesce(sum(jsonb_array_length(payload->'items')), 0) FROM good),
    'units', (SELECT coalesce(sum((payload->>'units')::int), 0) FROM good),
    'from', (SELECT min(payload->>'day') FROM good), 'to', (SELECT max(payload->>'day') FROM good),
    'revenueCents', (SELECT coalesce(sum((payload->>'revenue')::bigint), 0)::text FROM good WHERE payload->>'status' NOT IN ('pending', 'cancelled')),
    'badRows', (SELECT coalesce(sum(jsonb_array_length(payload->'problems')), 0) FROM r WHERE outcome = 'failed'),
    'statuses', (SELECT coalesce(jsonb_object_agg(s, n), '{}') FROM (SELECT payload->>'status' AS s, count(*) AS n FROM good GROUP BY 1) st),
    'items', (SELECT count(*) FROM item),
    'unknown', (SELECT count(*) FROM unknown),
    'unknownSample', (SELECT coalesce(jsonb_agg(to_jsonb(u) - 'key' || jsonb_build_object('revenue', u.revenue::text)), '[]')
      FROM (SELECT * FROM unknown ORDER BY revenue DESC, key LIMIT 50) u)
  )
$$;

-- Has an import that nobody confirms end by itself: its sheet and its staged rows hold buyers' data.
CREATE FUNCTION expire_import_later(p_import uuid, p_days integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job('import-expire',
    json_build_object('importId', p_import, 'userId', NULL, 'organizationId', current_organization()),
    run_at => now() + make_interval(days => p_days), job_key => 'import-expire:' || p_import);
END $$;
REVOKE ALL ON FUNCTION expire_import_later FROM PUBLIC;
GRANT EXECUTE ON FUNCTION expire_import_later TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- stock of marketplace orders

-- Locks the own levels of these products in id order (making those that are missing), so that several orders booked in one
-- transaction keep the lock order of all others. Runs as the owner, as book_stock does.
CREATE FUNCTION lock_marketplace_stock(p_products uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, p.id, l.id FROM product p, stock_location l
  WHERE p.organization_id = v_org AND p.id = ANY (p_products) AND l.organization_id = v_org AND l.kind = 'own'
  ORDER BY 2, 3 ON CONFLICT DO NOTHING;
  PERFORM 1 FROM stock_level WHERE organization_id = v_org AND product_id = ANY (p_products) ORDER BY product_id, location_id FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION lock_marketplace_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_marketplace_stock TO mascate_app, mascate_worker;

-- Books what marketplace orders take of their mapped products: open ones reserve, those on their way or delivered consume, those
-- cancelled before that release what they had reserved. What was booked before stays as it is; orders that do not move stock are
-- left out. Marketplace orders were already sold: they may take more than is available.
CREATE FUNCTION book_marketplace_stock(p_orders uuid[], p_actor uuid) RETURNS integer LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_booked integer := 0;
  v_order record;
BEGIN
  PERFORM lock_marketplace_stock(array(
    SELECT DISTINCT i.product_id FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL AND o.moves_stock));
  FOR v_order IN
    SELECT id, status FROM orders WHERE organization_id = v_org AND id = ANY (p_orders) AND moves_stock AND platform <> 'manual' ORDER BY id
  LOOP
    IF v_order.status <> 'cancelled' THEN
      v_booked := v_booked + book_stock('order', v_order.id, p_actor, NULL, order_stock_entries(v_order.id, 'reserve', 0, 1), true);
    END IF;
    IF v_order.status IN ('shipped', 'delivered', 'cancelled') THEN
      v_booked := v_booked + book_stock('order', v_order.id, p_actor, NULL, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('product', m.product_id, 'location', m.location_id,
          'kind', CASE WHEN v_order.status = 'cancelled' THEN 'release' ELSE 'ship' END,
          'onHand', CASE WHEN v_order.status = 'cancelled' THEN 0 ELSE -m.reserved END, 'reserved', -m.reserved)), '[]')
        FROM (
          SELECT product_id, location_id, sum(reserved_delta) AS reserved FROM stock_movement
          WHERE organization_id = v_org AND source_kind = 'order' AND source_id = v_order.id GROUP BY 1, 2 HAVING sum(reserved_delta) > 0
        ) m), true);
    END IF;
  END LOOP;
  RETURN v_booked;
END $$;

-- ---------------------------------------------------------------- applying

-- Takes the numbers that the next batch's new orders need, by the year of their day: {"2025": 17}. A statement of its own, so
-- that nobody waits for the batch; numbers that are not used leave gaps, which are allowed.
CREATE FUNCTION take_import_numbers(p_import uuid, p_limit integer) RETURNS jsonb LANGUAGE sql SET search_path = public AS $$
  WITH need AS (
    SELECT left(payload->>'day', 4)::int AS year, count(*)::int AS n
    FROM (SELECT payload, outcome FROM import_row WHERE organization_id = current_organization() AND import_id = p_import
      AND outcome IN ('new', 'changed') ORDER BY number LIMIT p_limit) b
    WHERE outcome = 'new' GROUP BY 1 ORDER BY 1
  ), taken AS (
    INSERT INTO order_number AS t (organization_id, year, last) SELECT current_organization(), year, n FROM need
    ON CONFLICT (organization_id, year) DO UPDATE SET last = t.last + excluded.last
    RETURNING year, last
  )
  SELECT coalesce(jsonb_object_agg(taken.year, taken.last - need.n), '{}') FROM taken JOIN need USING (year)
$$;

-- Applies the next orders of a confirmed import in one transaction, and takes them off the stage in the same one: killed before
-- its commit, nothing of the batch has happened; after it, none of it can happen again. Answers what is left.
CREATE FUNCTION apply_import_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, waiting boolean) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  m import;
  v_batch integer[];
  v_codes text[];
  v_known uuid[];
  v_shops uuid[];
  v_numbers integer[];
  v_orders uuid[];
  v_changed uuid[];
  v_keys text[];
  v_listings uuid[];
  v_products uuid[];
  v_quantities integer[];
  v_moves boolean;
BEGIN
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' THEN
    RETURN QUERY SELECT 0, 0, 0, false;
    RETURN;
  END IF;
  -- Two imports of one company take turns, batch by batch: they may hold the same orders and listings.
  PERFORM pg_advisory_xact_lock(hashtextextended('import:' || v_org, 0));
  v_moves := coalesce((m.options->>'takeStock')::boolean, false);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);

  -- Known orders, listings and products are looked up all at once, as in stage_import_orders.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_known, v_shops FROM (
    SELECT external_code, id, shop_id FROM orders WHERE organization_id = v_org AND platform = 'shopee'
      AND external_code = ANY (array(SELECT order_code FROM import_row WHERE organization_id = v_org AND import_id = p_import AND number = ANY (v_batch)))
    ORDER BY id FOR UPDATE) o;

  WITH judged AS (
    SELECT r.number, o.id AS known, CASE WHEN o.id IS NULL THEN 'new' ELSE judge_import_order(m.shop_id, o.id, o.shop,
      (r.payload->>'stage')::int, (r.payload->>'asOf')::timestamptz, r.fields_hash) END AS verdict
    FROM import_row r LEFT JOIN unnest(v_codes, v_known, v_shops) AS o(code, id, shop) ON o.code = r.order_code
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch)
  ), chosen AS (
    SELECT number, known, coalesce(known, uuid_v7()) AS id FROM judged WHERE verdict IN ('new', 'changed') ORDER BY number
  )
  SELECT array_agg(c.number ORDER BY c.number), array_agg(c.id ORDER BY c.number), array_agg(c.known) FILTER (WHERE c.known IS NOT NULL)
  INTO v_numbers, v_orders, v_changed FROM chosen c;
  v_changed := coalesce(v_changed, '{}');

  PERFORM append_order_deltas(v_changed, -1);

  WITH item AS (
    SELECT DISTINCT ON (i.k) i.k, i.s, i.t, i.v, i.p
    FROM import_row r, jsonb_to_recordset(r.payload->'items') AS i(k text, s text, t text, v text, p bigint)
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_numbers)
    ORDER BY i.k, r.payload->>'placedAt' DESC
  ), catalogue AS MATERIALIZED (
    SELECT p.sku, p.id FROM product p WHERE p.organization_id = v_org AND p.archived_at IS NULL
      AND p.sku = ANY (array(SELECT item.s::citext FROM item WHERE item.s IS NOT NULL))
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, sku, title, variation, price_cents, product_id)
    SELECT v_org, uuid_v7(), m.shop_id, item.k, item.s, item.t, item.v, item.p, p.id
    FROM item LEFT JOIN catalogue p ON p.sku = item.s::citext
    ORDER BY item.k
    ON CONFLICT (organization_id, shop_id, external_key) DO NOTHING
    RETURNING id, product_id
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', m.created_by FROM made WHERE made.product_id IS NOT NULL;

  SELECT array_agg(l.external_key), array_agg(l.id), array_agg(l.product_id), array_agg(l.product_quantity)
  INTO v_keys, v_listings, v_products, v_quantities
  FROM listing l WHERE l.organization_id = v_org AND l.shop_id = m.shop_id AND l.external_key = ANY (array(
    SELECT DISTINCT i.k FROM import_row r, jsonb_to_recordset(r.payload->'items') AS i(k text)
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_numbers)));

  INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, platform_status, placed_at, local_day,
    paid_at, ship_by, shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, seller_voucher_cents, freight_paid_cents,
    total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, buyer_key, moves_stock, created_by)
  SELECT v_org, u.id,
    'SHP-' || left(p.day::text, 4) || '-' || lpad((coalesce((p_numbers->>left(p.day::text, 4))::int, 0)
      + row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY u.number))::text, 5, '0'),
    'shopee', m.shop_id, m.shop_id, r.order_code, p.status, p."platformStatus", p."placedAt", p.day,
    p."paidAt", p."shipBy", p."shippedAt", p."deliveredAt", p."cancelledAt", p.units, p.revenue, p.discount, p.voucher, p.freight,
    p.total, p.charged, p.estimated, p.tracking, decode(p."buyerKey", 'hex'), v_moves AND NOT p.fulfilled, m.created_by
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "placedAt" timestamptz, day date, "paidAt" timestamptz,
    "shipBy" timestamptz, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint,
    discount bigint, voucher bigint, freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean)
  WHERE NOT u.id = ANY (v_changed);

  -- What an export leaves empty is not taken away from what is known.
  UPDATE orders o SET status = p.status, platform_status = p."platformStatus", paid_at = coalesce(p."paidAt", o.paid_at),
    ship_by = coalesce(p."shipBy", o.ship_by), shipped_at = coalesce(p."shippedAt", o.shipped_at),
    delivered_at = coalesce(p."deliveredAt", o.delivered_at), cancelled_at = coalesce(p."cancelledAt", o.cancelled_at),
    units = p.units, revenue_cents = p.revenue, seller_discount_cents = p.discount, seller_voucher_cents = p.voucher, freight_paid_cents = p.freight,
    total_cents = p.total, fees_charged_cents = p.charged, fees_estimated_cents = p.estimated,
    tracking_number = coalesce(p.tracking, o.tracking_number), buyer_key = coalesce(o.buyer_key, decode(p."buyerKey", 'hex')),
    version = o.version + 1, updated_at = now()
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "paidAt" timestamptz, "shipBy" timestamptz,
    "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint, discount bigint, voucher bigint,
    freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text)
  WHERE o.organization_id = v_org AND o.id = u.id AND u.id = ANY (v_changed);

  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, u.id, i.line, l.id, l.product_id, l.product_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m,
    (SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= (r.payload->>'day')::date
      ORDER BY c.from_day DESC LIMIT 1)
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number,
  ROWS FROM (jsonb_to_recordset(r.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint))
    WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, line)
  JOIN unnest(v_keys, v_listings, v_products, v_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    product_id = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.product_id, excluded.product_id) ELSE excluded.product_id END,
    product_quantity = CASE WHEN t.listing_id = excluded.listing_id AND t.product_id IS NOT NULL THEN t.product_quantity ELSE excluded.product_quantity END,
    unit_cost = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.unit_cost, excluded.unit_cost) ELSE excluded.unit_cost END,
    listing_id = excluded.listing_id, sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents;
  DELETE FROM order_item t USING unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (v_changed) AND t.line > jsonb_array_length(r.payload->'items');

  INSERT INTO order_buyer AS b (organization_id, order_id, name, username, phone, document, address, city, state, postal_code, purge_after)
  SELECT v_org, u.id, p.name, p.username, p.phone, p.document, p.address, p.city, p.state, p."postalCode", (r.payload->>'purgeAfter')::timestamptz
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number,
  jsonb_to_record(r.payload->'buyer') AS p(name text, username text, phone text, document text, address text, city text, state text, "postalCode" text)
  WHERE r.payload->'buyer' <> 'null' AND (r.payload->>'purgeAfter')::timestamptz > now()
  ON CONFLICT (organization_id, order_id) DO UPDATE SET name = coalesce(excluded.name, b.name), username = coalesce(excluded.username, b.username),
    phone = coalesce(excluded.phone, b.phone), document = coalesce(excluded.document, b.document), address = coalesce(excluded.address, b.address),
    city = coalesce(excluded.city, b.city), state = coalesce(excluded.state, b.state), postal_code = coalesce(excluded.postal_code, b.postal_code),
    purge_after = excluded.purge_after;
  DELETE FROM order_buyer b USING unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number
  WHERE b.organization_id = v_org AND b.order_id = u.id AND (r.payload->>'purgeAfter')::timestamptz <= now();

  INSERT INTO order_source AS s (organization_id, order_id, source, fields_hash, as_of, stage, import_id)
  SELECT v_org, u.id, 'export', r.fields_hash, (r.payload->>'asOf')::timestamptz, (r.payload->>'stage')::int, p_import
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number
  ON CONFLICT (organization_id, order_id, source) DO UPDATE SET fields_hash = excluded.fields_hash, as_of = excluded.as_of, stage = excluded.stage,
    import_id = excluded.import_id;

  DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_changed) AND l.source IN ('export', 'rule');
  INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, platform_name, as_of)
  SELECT v_org, u.id, x.kind, x.source, x.amount, x.rule, x.name, (r.payload->>'asOf')::timestamptz
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number,
  jsonb_to_recordset(r.payload->'money') AS x(kind "MoneyKind", source "MoneySource", amount bigint, rule uuid, name text);

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM book_marketplace_stock(v_orders, m.created_by);
  END IF;
  PERFORM append_order_deltas(v_orders, 1);

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch);
  created := coalesce(cardinality(v_orders), 0) - cardinality(v_changed);
  updated := cardinality(v_changed);
  kept := cardinality(v_batch) - coalesce(cardinality(v_orders), 0);
  UPDATE import i SET done = i.done + cardinality(v_batch), summary = i.summary || jsonb_build_object('result', jsonb_build_object(
    'created', coalesce((i.summary->'result'->>'created')::int, 0) + created,
    'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + updated,
    'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + kept))
  WHERE i.organization_id = v_org AND i.id = p_import;
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;

-- Tells the planner of what an import has filled: to statistics of an hour ago a new company has no rows at all. Runs as the
-- owner, who alone may.
CREATE FUNCTION refresh_import_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE orders, order_item, order_source, money_line, listing, product, import_row, sales_day_delta, product_day_delta;
END $$;
REVOKE ALL ON FUNCTION refresh_import_statistics FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_import_statistics TO mascate_worker;

-- ---------------------------------------------------------------- products for what was sold under unknown SKUs

-- Makes products for up to p_limit SKUs of a shop's unmapped listings (title and price of the latest sale, cost unknown, no stock),
-- maps the listings to them, and brings the orders and roll-ups along. An active product of the same SKU is used as it is; a SKU
-- that only an archived product has is left to be mapped by hand. Answers how many products were made and listings mapped.
CREATE FUNCTION create_listing_products(p_shop uuid, p_limit integer, p_actor uuid)
RETURNS TABLE (created integer, mapped integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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

  INSERT INTO product (organization_id, id, sku, title, price_cents)
  SELECT DISTINCT ON (l.sku) v_org, uuid_v7(), l.sku, left(l.title || coalesce(' · ' || l.variation, ''), 500), coalesce(i.unit_price_cents, l.price_cents)
  FROM listing l
  LEFT JOIN (SELECT listing_id, order_id, unit_price_cents FROM order_item
    WHERE organization_id = v_org AND listing_id = ANY (v_listings) OFFSET 0) i ON i.listing_id = l.id
  LEFT JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
  WHERE l.organization_id = v_org AND l.id = ANY (v_listings)
  ORDER BY l.sku, o.placed_at DESC NULLS LAST, l.id
  ON CONFLICT (organization_id, sku) DO NOTHING;
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

  PERFORM book_marketplace_stock(v_orders, p_actor);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION judge_import_order, stage_import_orders, preview_import, book_marketplace_stock, take_import_numbers, apply_import_batch,
  create_listing_products FROM PUBLIC;
GRANT EXECUTE ON FUNCTION judge_import_order, stage_import_orders, preview_import, book_marketplace_stock, take_import_numbers, apply_import_batch,
  create_listing_products TO mascate_worker;
