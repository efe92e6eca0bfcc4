-- ---------------------------------------------------------------- locking

-- Locks the own levels of these products in product order (making those that are missing) until the transaction ends, so that
-- what is looked at is what is booked. Runs as the owner, since no other role may write levels; the tenant's policy still holds.
CREATE FUNCTION lock_stock(p_products uuid[]) RETURNS TABLE (product_id uuid, location_id uuid, on_hand bigint, reserved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
BEGIN
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, p, v_own FROM unnest(p_products) p ORDER BY 2
  ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT s.product_id, s.location_id, s.on_hand, s.reserved FROM stock_level s
    WHERE s.organization_id = v_org AND s.product_id = ANY (p_products) AND s.location_id = v_own
    ORDER BY s.product_id FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION lock_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_stock TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- what orders take

-- Books the difference between what orders should have taken of the own stock and what the ledger says that they have: open ones
-- reserve, those on their way or delivered have consumed, cancelled ones hold nothing back and what they sent stays away, those that
-- do not move stock take nothing. Settled again, nothing is booked. What is given back by an order that was sent is an adjustment.
-- Raises what book_stock raises, unless p_allow_short.
CREATE FUNCTION settle_order_stock(p_orders uuid[], p_actor uuid, p_allow_short boolean) RETURNS integer LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_booked integer := 0;
  v_order record;
BEGIN
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (p_orders) ORDER BY id FOR UPDATE;
  PERFORM lock_stock(array(
    SELECT i.product_id FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL AND o.moves_stock
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));

  FOR v_order IN
    WITH wanted AS (
      SELECT i.order_id, i.product_id, sum(i.quantity * i.product_quantity)::bigint AS units FROM order_item i
      WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL GROUP BY 1, 2
    ), taken AS (
      SELECT m.source_id AS order_id, m.product_id, sum(m.on_hand_delta)::bigint AS on_hand, sum(m.reserved_delta)::bigint AS reserved
      FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own GROUP BY 1, 2
    ), change AS (
      SELECT o.id, product_id,
        CASE WHEN NOT o.moves_stock OR o.status < 'shipped' THEN 0 WHEN o.status = 'cancelled' THEN coalesce(t.on_hand, 0)
          ELSE -coalesce(w.units, 0) END - coalesce(t.on_hand, 0) AS on_hand,
        CASE WHEN o.moves_stock AND o.status < 'shipped' THEN coalesce(w.units, 0) ELSE 0 END - coalesce(t.reserved, 0) AS reserved
      FROM wanted w FULL JOIN taken t USING (order_id, product_id)
      JOIN orders o ON o.organization_id = v_org AND o.id = order_id
    ), entry AS (
      SELECT c.id, c.product_id, e.kind, e.on_hand, e.reserved
      FROM change c
      CROSS JOIN LATERAL (SELECT greatest(least(c.reserved, 0), least(c.on_hand, 0)) AS freed) f
      CROSS JOIN LATERAL (VALUES
        ('ship', least(c.on_hand, 0), f.freed), ('adjustment', greatest(c.on_hand, 0), 0),
        ('reserve', 0, greatest(c.reserved - f.freed, 0)), ('release', 0, least(c.reserved - f.freed, 0))
      ) AS e(kind, on_hand, reserved)
      WHERE e.on_hand <> 0 OR e.reserved <> 0
    )
    SELECT e.id, jsonb_agg(jsonb_build_object('line', (
        SELECT coalesce(max(m.source_line) + 1, 0) FROM stock_movement m
        WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = e.id),
      'product', e.product_id, 'location', v_own, 'kind', e.kind, 'onHand', e.on_hand, 'reserved', e.reserved) ORDER BY e.product_id) AS entries
    FROM entry e GROUP BY e.id ORDER BY e.id
  LOOP
    v_booked := v_booked + book_stock('order', v_order.id, p_actor, NULL, v_order.entries, p_allow_short);
  END LOOP;
  RETURN v_booked;
END $$;
REVOKE ALL ON FUNCTION settle_order_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_order_stock TO mascate_app, mascate_worker;

-- Saves a manual order as before; its stock is settled.
CREATE OR REPLACE FUNCTION place_order(p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_order uuid := (p->>'id')::uuid;
  v_status "OrderStatus" := (p->>'status')::"OrderStatus";
  v_channel uuid := (p->>'channelId')::uuid;
  v_zone text;
  v_backorders boolean;
  v_day date;
  v_bad record;
  v_total bigint;
BEGIN
  SELECT time_zone, backorders INTO v_zone, v_backorders FROM organization WHERE organization_id = v_org;
  v_day := (now() AT TIME ZONE v_zone)::date;
  IF NOT EXISTS (SELECT 1 FROM channel WHERE organization_id = v_org AND id = v_channel AND archived_at IS NULL) THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  SELECT l.product AS id, pr.id IS NULL AS missing INTO v_bad
  FROM (SELECT (x->>'productId')::uuid AS product, (x->>'unitPriceCents')::bigint AS price FROM jsonb_array_elements(p->'lines') x) l
  LEFT JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.archived_at IS NULL
  WHERE pr.id IS NULL OR coalesce(l.price, pr.price_cents) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', CASE WHEN v_bad.missing THEN 'product_not_found' ELSE 'price_missing' END USING errcode = 'P0001', detail = v_bad.id::text;
  END IF;

  WITH lines AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'unitPriceCents')::bigint AS price
    FROM jsonb_array_elements(p->'lines') WITH ORDINALITY AS x(l, ord)
  ), priced AS (
    SELECT l.line, pr.id AS product, pr.sku::text AS sku, pr.title, l.quantity, coalesce(l.price, pr.price_cents) AS price,
      (SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = pr.id AND c.from_day <= v_day ORDER BY c.from_day DESC LIMIT 1) AS cost
    FROM lines l JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product
  ), sums AS (
    SELECT sum(quantity)::int AS units, sum(quantity * price)::bigint AS total FROM priced
  ), head AS (
    INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, status, customer_name, note, placed_at, local_day,
      paid_at, shipped_at, units, revenue_cents, total_cents, fees_charged_cents, created_by)
    SELECT v_org, v_order, p->>'code', 'manual', v_channel, v_channel, v_status, p->>'customerName', p->>'note', now(), v_day,
      CASE WHEN v_status <> 'pending' THEN now() END, CASE WHEN v_status = 'shipped' THEN now() END,
      units, total, total, (SELECT round(total * fee_rate) FROM channel WHERE organization_id = v_org AND id = v_channel), (p->>'actorId')::uuid
    FROM sums RETURNING total_cents
  ), items AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, subtotal_cents, unit_cost)
    SELECT v_org, v_order, line, product, sku, title, quantity, price, quantity * price, cost FROM priced
  )
  SELECT total_cents INTO v_total FROM head;

  PERFORM settle_order_stock(ARRAY[v_order], (p->>'actorId')::uuid, v_backorders);
  PERFORM append_order_deltas(ARRAY[v_order], 1);
  RETURN jsonb_build_object('id', v_order, 'code', p->>'code', 'totalCents', v_total::text);
END $$;

-- Moves a manual order as before; its stock is settled.
CREATE OR REPLACE FUNCTION set_order_status(p_order uuid, p_version integer, p_to "OrderStatus", p_actor uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  o orders;
BEGIN
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = p_order FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'order_not_found' USING errcode = 'P0001'; END IF;
  IF o.version <> p_version THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF o.platform <> 'manual' THEN RAISE EXCEPTION 'order_not_manual' USING errcode = 'P0001'; END IF;
  IF o.status IN ('delivered', 'cancelled') OR p_to <= o.status THEN RAISE EXCEPTION 'transition_refused' USING errcode = 'P0001'; END IF;

  PERFORM append_order_deltas(ARRAY[p_order], -1);
  UPDATE orders SET status = p_to, version = version + 1, updated_at = now(),
    paid_at = coalesce(paid_at, CASE WHEN p_to IN ('confirmed', 'processing', 'shipped', 'delivered') THEN now() END),
    shipped_at = coalesce(shipped_at, CASE WHEN p_to IN ('shipped', 'delivered') THEN now() END),
    delivered_at = CASE WHEN p_to = 'delivered' THEN now() ELSE delivered_at END,
    cancelled_at = CASE WHEN p_to = 'cancelled' THEN now() ELSE cancelled_at END
  WHERE organization_id = v_org AND id = p_order;
  PERFORM settle_order_stock(ARRAY[p_order], p_actor, true);
  PERFORM append_order_deltas(ARRAY[p_order], 1);
  RETURN jsonb_build_object('from', o.status, 'to', p_to, 'version', o.version + 1);
END $$;

-- Applies a batch as before; its orders' stock is settled.
CREATE OR REPLACE FUNCTION apply_import_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, waiting boolean, first integer, last integer) LANGUAGE plpgsql
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
    RETURN QUERY SELECT 0, 0, 0, false, NULL::integer, NULL::integer;
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
    total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, buyer_key, moves_stock, fulfilled_by_platform, created_by)
  SELECT v_org, u.id,
    'SHP-' || left(p.day::text, 4) || '-' || lpad((coalesce((p_numbers->>left(p.day::text, 4))::int, 0)
      + row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY u.number))::text, 5, '0'),
    'shopee', m.shop_id, m.shop_id, r.order_code, p.status, p."platformStatus", p."placedAt", p.day,
    p."paidAt", p."shipBy", p."shippedAt", p."deliveredAt", p."cancelledAt", p.units, p.revenue, p.discount, p.voucher, p.freight,
    p.total, p.charged, p.estimated, p.tracking, decode(p."buyerKey", 'hex'), v_moves AND NOT p.fulfilled, p.fulfilled, m.created_by
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
    fulfilled_by_platform = p.fulfilled,
    version = o.version + 1, updated_at = now()
  FROM unnest(v_numbers, v_orders) AS u(number, id)
  JOIN import_row r ON r.organization_id = v_org AND r.import_id = p_import AND r.number = u.number,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "paidAt" timestamptz, "shipBy" timestamptz,
    "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint, discount bigint, voucher bigint,
    freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean)
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
    PERFORM settle_order_stock(v_orders, m.created_by, true);
  END IF;
  PERFORM append_order_deltas(v_orders, 1);

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch);
  created := coalesce(cardinality(v_orders), 0) - cardinality(v_changed);
  updated := cardinality(v_changed);
  kept := cardinality(v_batch) - coalesce(cardinality(v_orders), 0);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  UPDATE import i SET done = i.done + cardinality(v_batch), summary = i.summary || jsonb_build_object('result', jsonb_build_object(
    'created', coalesce((i.summary->'result'->>'created')::int, 0) + created,
    'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + updated,
    'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + kept))
  WHERE i.organization_id = v_org AND i.id = p_import;
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;

-- Makes products as before, each with its row in the trail; the stock of their orders is settled.
CREATE OR REPLACE FUNCTION create_listing_products(p_shop uuid, p_limit integer, p_actor uuid)
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

  PERFORM settle_order_stock(v_orders, p_actor, true);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;

DROP FUNCTION order_stock_entries, book_marketplace_stock, lock_marketplace_stock, lock_own_stock;
