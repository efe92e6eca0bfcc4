-- Sent from the marketplace's own warehouse: never late by the seller, and nothing for the seller to post.
ALTER TABLE orders ADD COLUMN fulfilled_by_platform BOOLEAN NOT NULL DEFAULT false;

DROP FUNCTION apply_import_batch(uuid, integer, jsonb);

-- Applies the next orders of a confirmed import in one transaction, and takes them off the stage in the same one: killed before
-- its commit, nothing of the batch has happened; after it, none of it can happen again. Answers what it did, the first and the last
-- row of the sheet that it took, and whether any wait.
CREATE FUNCTION apply_import_batch(p_import uuid, p_limit integer, p_numbers jsonb)
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
    PERFORM book_marketplace_stock(v_orders, m.created_by);
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

REVOKE ALL ON FUNCTION apply_import_batch FROM PUBLIC;
GRANT EXECUTE ON FUNCTION apply_import_batch TO mascate_worker;
