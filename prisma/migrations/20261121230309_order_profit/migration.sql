-- ---------------------------------------------------------------- notes

-- What the company notes about an order is its own; what stands on the platform beside it is the platform's, and a sync may change it.
ALTER TABLE orders ADD COLUMN platform_note text, ADD COLUMN note_version integer NOT NULL DEFAULT 0;
DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    UPDATE orders SET platform_note = note, note = NULL WHERE organization_id = v_org AND platform = 'shopee' AND note IS NOT NULL;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

-- As before; the platform's note is kept apart from the company's.
CREATE OR REPLACE FUNCTION write_marketplace_orders(p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], p_numbers jsonb, p_moves boolean,
  p_import uuid, p_actor uuid)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[]) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_api constant boolean := p_source = 'api';
  v_codes text[];
  v_known uuid[];
  v_shops uuid[];
  v_rows staged_order[];
  v_orders uuid[];
  v_changed uuid[];
  v_keys text[];
  v_listings uuid[];
  v_products uuid[];
  v_quantities integer[];
BEGIN
  -- Writers of one shop's orders take turns: they may hold the same orders and listings.
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));

  -- Known orders, listings and products are looked up all at once: a company that the statistics do not know yet would be looked
  -- through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_known, v_shops FROM (
    SELECT external_code, id, shop_id FROM orders WHERE organization_id = v_org AND platform = 'shopee'
      AND external_code = ANY (array(SELECT r.code FROM unnest(p_rows) r))
    ORDER BY id FOR UPDATE) o;

  WITH source AS MATERIALIZED (
    SELECT s.order_id, s.source, s.fields_hash, s.as_of, s.stage FROM order_source s
    WHERE s.organization_id = v_org AND s.order_id = ANY (v_known)
  ), judged AS MATERIALIZED (
    SELECT r.number, o.id AS known, (r.payload->>'asOf')::timestamptz AS as_of, CASE
      WHEN o.id IS NULL THEN 'new'
      WHEN o.shop IS DISTINCT FROM p_shop AND (NOT v_api OR a.order_id IS NOT NULL) THEN 'otherShop'
      WHEN NOT v_api AND a.order_id IS NOT NULL THEN 'api'
      WHEN s.order_id IS NULL THEN 'changed'
      WHEN s.fields_hash = r.hash THEN 'same'
      WHEN NOT v_api AND (r.payload->>'stage')::int < s.stage THEN 'older'
      WHEN (v_api OR (r.payload->>'stage')::int = s.stage) AND (r.payload->>'asOf')::timestamptz < s.as_of THEN 'older'
      ELSE 'changed' END AS verdict
    FROM unnest(p_rows) r
    LEFT JOIN unnest(v_codes, v_known, v_shops) AS o(code, id, shop) ON o.code = r.code
    LEFT JOIN source s ON s.order_id = o.id AND s.source = p_source
    LEFT JOIN source a ON a.order_id = o.id AND a.source = 'api'
  ), heard AS (
    -- The same again, only later: what is older than that is known as such from now on.
    UPDATE order_source s SET as_of = j.as_of FROM judged j
    WHERE j.verdict = 'same' AND s.organization_id = v_org AND s.order_id = j.known AND s.source = p_source AND s.as_of < j.as_of
  ), chosen AS (
    SELECT r, j.known, coalesce(j.known, uuid_v7()) AS id FROM judged j JOIN unnest(p_rows) r ON r.number = j.number
    WHERE j.verdict IN ('new', 'changed')
  )
  SELECT array_agg(c.r ORDER BY (c.r).number), array_agg(c.id ORDER BY (c.r).number), array_agg(c.known) FILTER (WHERE c.known IS NOT NULL)
  INTO v_rows, v_orders, v_changed FROM chosen c;
  v_rows := coalesce(v_rows, '{}');
  v_orders := coalesce(v_orders, '{}');
  v_changed := coalesce(v_changed, '{}');
  created := cardinality(v_orders) - cardinality(v_changed);
  updated := cardinality(v_changed);
  kept := cardinality(p_rows) - cardinality(v_orders);
  written := v_orders;
  IF cardinality(v_orders) = 0 THEN
    RETURN NEXT;
    RETURN;
  END IF;

  PERFORM append_order_deltas(v_changed, -1);

  -- k names the listing within the payload; x is the key that an export gives it, item and model are the platform's ids.
  IF v_api THEN
    WITH item AS (
      SELECT DISTINCT ON (i.x) i.x, i.item, i.model
      FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model
    )
    UPDATE listing l SET item_id = item.item, model_id = item.model FROM item
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = item.x AND l.item_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.item_id = item.item AND t.model_id = item.model);
  END IF;

  WITH item AS (
    SELECT DISTINCT ON (i.k) i.k, i.x, i.item, i.model, i.s, i.t, i.v, i.p
    FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, x text, item text, model text, s text, t text, v text, p bigint)
    ORDER BY i.k, r.payload->>'placedAt' DESC
  ), catalogue AS MATERIALIZED (
    SELECT p.sku, p.id FROM product p WHERE p.organization_id = v_org AND p.archived_at IS NULL
      AND p.sku = ANY (array(SELECT item.s::citext FROM item WHERE item.s IS NOT NULL))
  ), missing AS (
    SELECT item.*, row_number() OVER (PARTITION BY coalesce(item.x, item.k) ORDER BY item.k) AS place FROM item
    WHERE NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop
      AND CASE WHEN item.item IS NULL THEN l.external_key = item.k ELSE l.item_id = item.item AND l.model_id = item.model END)
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE WHEN m.item IS NULL THEN m.k
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, p.id
    FROM missing m LEFT JOIN catalogue p ON p.sku = m.s::citext
    ORDER BY m.k
    ON CONFLICT DO NOTHING
    RETURNING id, product_id
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL;

  WITH item AS MATERIALIZED (
    SELECT DISTINCT i.k, i.item, i.model FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, item text, model text)
  ), known AS MATERIALIZED (
    SELECT l.id, l.external_key, l.item_id, l.model_id, l.product_id, l.product_quantity FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = ANY (array(SELECT k FROM item WHERE item IS NULL))
    UNION
    SELECT l.id, l.external_key, l.item_id, l.model_id, l.product_id, l.product_quantity FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = ANY (array(SELECT item FROM item WHERE item IS NOT NULL))
  )
  SELECT array_agg(item.k), array_agg(l.id), array_agg(l.product_id), array_agg(l.product_quantity)
  INTO v_keys, v_listings, v_products, v_quantities
  FROM item JOIN known l ON CASE WHEN item.item IS NULL THEN l.external_key = item.k ELSE l.item_id = item.item AND l.model_id = item.model END;

  INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, platform_status, placed_at, local_day,
    paid_at, ship_by, shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, seller_voucher_cents, freight_paid_cents,
    total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, buyer_key, moves_stock, fulfilled_by_platform, cancellation_asked,
    in_return, cancel_reason, cancelled_by, carrier, invoice_state, invoice_reason, platform_note, buyer_state, created_by)
  SELECT v_org, u.id,
    'SHP-' || left(p.day::text, 4) || '-' || lpad((coalesce((p_numbers->>left(p.day::text, 4))::int, 0)
      + row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number))::text, 5, '0'),
    'shopee', p_shop, p_shop, r.code, p.status, p."platformStatus", p."placedAt", p.day,
    p."paidAt", p."shipBy", p."shippedAt", p."deliveredAt", p."cancelledAt", p.units, p.revenue, coalesce(p.discount, 0), coalesce(p.voucher, 0), coalesce(p.freight, 0),
    p.total, p.charged, p.estimated, p.tracking, decode(p."buyerKey", 'hex'), coalesce(p.moves, p_moves) AND NOT p.fulfilled, p.fulfilled,
    coalesce(p.asked, false), coalesce(p."inReturn", false), p."cancelReason", p."cancelBy", p.carrier, p."invoiceState", p."invoiceReason", p.note, nullif(r.payload->'buyer'->>'state', ''), p_actor
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  CROSS JOIN LATERAL (SELECT u.number, u.code, u.payload) r,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "placedAt" timestamptz, day date, "paidAt" timestamptz,
    "shipBy" timestamptz, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint,
    discount bigint, voucher bigint, freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean,
    moves boolean, asked boolean, "inReturn" boolean, "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState",
    "invoiceReason" text, note text)
  WHERE NOT u.id = ANY (v_changed);

  -- What a source leaves empty is not taken away from what is known; an order's answer says nothing of what was charged.
  UPDATE orders o SET shop_id = p_shop, outlet_id = p_shop, status = p.status, platform_status = p."platformStatus", paid_at = coalesce(p."paidAt", o.paid_at),
    ship_by = coalesce(p."shipBy", o.ship_by), shipped_at = coalesce(p."shippedAt", o.shipped_at),
    delivered_at = coalesce(p."deliveredAt", o.delivered_at), cancelled_at = coalesce(p."cancelledAt", o.cancelled_at),
    units = p.units, revenue_cents = p.revenue, seller_discount_cents = coalesce(p.discount, o.seller_discount_cents),
    seller_voucher_cents = coalesce(p.voucher, o.seller_voucher_cents), freight_paid_cents = coalesce(p.freight, o.freight_paid_cents), total_cents = p.total,
    fees_charged_cents = CASE WHEN v_api THEN coalesce(p.charged, o.fees_charged_cents) ELSE p.charged END, fees_estimated_cents = p.estimated,
    tracking_number = coalesce(p.tracking, o.tracking_number), buyer_key = coalesce(o.buyer_key, decode(p."buyerKey", 'hex')),
    fulfilled_by_platform = p.fulfilled, cancellation_asked = coalesce(p.asked, o.cancellation_asked), in_return = coalesce(p."inReturn", o.in_return),
    cancel_reason = coalesce(p."cancelReason", o.cancel_reason), cancelled_by = coalesce(p."cancelBy", o.cancelled_by), carrier = coalesce(p.carrier, o.carrier),
    invoice_state = coalesce(p."invoiceState", o.invoice_state),
    invoice_reason = CASE WHEN p."invoiceState" IS NULL THEN o.invoice_reason ELSE p."invoiceReason" END, platform_note = coalesce(p.note, o.platform_note),
    buyer_state = coalesce(nullif(u.payload->'buyer'->>'state', ''), o.buyer_state),
    version = o.version + 1, updated_at = now()
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload) AS p(status "OrderStatus", "platformStatus" text, "paidAt" timestamptz, "shipBy" timestamptz,
    "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint, discount bigint, voucher bigint,
    freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean, asked boolean, "inReturn" boolean,
    "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState", "invoiceReason" text, note text)
  WHERE o.organization_id = v_org AND o.id = u.id AND u.id = ANY (v_changed);

  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, u.id, i.line, l.id, l.product_id, l.product_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m,
    coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= (u.payload->>'day')::date
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, (u.payload->>'day')::date))
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint))
    WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, line)
  JOIN unnest(v_keys, v_listings, v_products, v_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    product_id = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.product_id, excluded.product_id) ELSE excluded.product_id END,
    product_quantity = CASE WHEN t.listing_id = excluded.listing_id AND t.product_id IS NOT NULL THEN t.product_quantity ELSE excluded.product_quantity END,
    unit_cost = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.unit_cost, excluded.unit_cost) ELSE excluded.unit_cost END,
    listing_id = excluded.listing_id, sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents;
  DELETE FROM order_item t USING unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (v_changed) AND t.line > jsonb_array_length(u.payload->'items');

  INSERT INTO order_buyer AS b (organization_id, order_id, name, username, phone, document, address, city, state, postal_code, purge_after)
  SELECT v_org, u.id, p.name, p.username, p.phone, p.document, p.address, p.city, p.state, p."postalCode", (u.payload->>'purgeAfter')::timestamptz
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload->'buyer') AS p(name text, username text, phone text, document text, address text, city text, state text, "postalCode" text)
  WHERE u.payload->'buyer' <> 'null' AND (u.payload->>'purgeAfter')::timestamptz > now()
  ON CONFLICT (organization_id, order_id) DO UPDATE SET name = coalesce(excluded.name, b.name), username = coalesce(excluded.username, b.username),
    phone = coalesce(excluded.phone, b.phone), document = coalesce(excluded.document, b.document), address = coalesce(excluded.address, b.address),
    city = coalesce(excluded.city, b.city), state = coalesce(excluded.state, b.state), postal_code = coalesce(excluded.postal_code, b.postal_code),
    purge_after = excluded.purge_after;
  DELETE FROM order_buyer b USING unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  WHERE b.organization_id = v_org AND b.order_id = u.id AND (u.payload->>'purgeAfter')::timestamptz <= now();

  INSERT INTO order_source AS s (organization_id, order_id, source, fields_hash, as_of, stage, import_id)
  SELECT v_org, u.id, p_source, u.hash, (u.payload->>'asOf')::timestamptz, (u.payload->>'stage')::int, p_import
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  ON CONFLICT (organization_id, order_id, source) DO UPDATE SET fields_hash = excluded.fields_hash, as_of = excluded.as_of, stage = excluded.stage,
    import_id = excluded.import_id;

  DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_changed) AND (l.source = 'rule' OR (l.source = 'export' AND NOT v_api));
  INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, platform_name, as_of)
  SELECT v_org, u.id, x.kind, x.source, x.amount, x.rule, x.name, (u.payload->>'asOf')::timestamptz
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'money') AS x(kind "MoneyKind", source "MoneySource", amount bigint, rule uuid, name text);

  IF v_api THEN
    INSERT INTO package AS t (organization_id, id, order_id, shop_id, number, platform_status, channel_id, carrier, tracking_number)
    SELECT v_org, uuid_v7(), u.id, p_shop, x.n, x.status, x.channel, x.carrier, x.tracking
    FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
    jsonb_to_recordset(u.payload->'packages') AS x(n text, status text, channel text, carrier text, tracking text)
    ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET order_id = excluded.order_id, platform_status = excluded.platform_status,
      channel_id = excluded.channel_id, carrier = excluded.carrier, tracking_number = coalesce(excluded.tracking_number, t.tracking_number),
      version = t.version + 1, updated_at = now();
    DELETE FROM package_item i USING package k
    WHERE i.organization_id = v_org AND k.organization_id = v_org AND k.id = i.package_id AND k.order_id = ANY (v_changed);
    INSERT INTO package_item (organization_id, package_id, line, quantity)
    SELECT v_org, k.id, y.line, sum(y.q)
    FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
    jsonb_to_recordset(u.payload->'packages') AS x(n text, items jsonb)
    JOIN package k ON k.organization_id = v_org AND k.shop_id = p_shop AND k.number = x.n,
    jsonb_to_recordset(x.items) AS y(line int, q int)
    GROUP BY k.id, y.line
    ON CONFLICT (organization_id, package_id, line) DO UPDATE SET quantity = excluded.quantity;
  END IF;

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM settle_order_stock(v_orders, p_actor, true);
  END IF;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;

-- ---------------------------------------------------------------- money of orders, line by line

-- As before, each line by itself: under which name, by which rule and as of when. What only the order says has no source.
DROP FUNCTION order_money(uuid[]);
CREATE FUNCTION order_money(p_orders uuid[]) RETURNS TABLE (order_id uuid, kind "MoneyKind", basis "MoneyBasis", amount_cents bigint,
  source "MoneySource", key text, platform_name text, rule_id uuid, as_of timestamptz)
LANGUAGE sql STABLE SET search_path = public AS $$
  WITH o AS MATERIALIZED (
    SELECT id, platform, status <> 'cancelled' AS valid, platform_status = 'COMPLETED' AS completed, revenue_cents, fees_charged_cents, placed_at
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders) AND status <> 'pending'
  ), ranked AS (
    SELECT m.*, o.completed, dense_rank() OVER (PARTITION BY m.order_id, m.kind ORDER BY m.source DESC) AS place
    FROM money_line m JOIN o ON o.id = m.order_id
    WHERE m.organization_id = current_organization() AND m.order_id = ANY (p_orders) AND (o.valid OR m.source = 'api')
  ), line AS MATERIALIZED (
    SELECT order_id, kind, CASE WHEN source = 'rule' THEN 'estimated' WHEN source = 'api' AND completed THEN 'settled' ELSE 'charged' END::"MoneyBasis" AS basis,
      amount_cents, source, key, platform_name, rule_id, as_of
    FROM ranked WHERE place = 1
  )
  SELECT * FROM line
  UNION ALL
  SELECT o.id, 'product_revenue', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", o.revenue_cents, NULL, '', NULL, NULL, o.placed_at
  FROM o WHERE o.valid AND NOT EXISTS (SELECT 1 FROM line l WHERE l.order_id = o.id AND l.kind = 'product_revenue')
  UNION ALL
  SELECT o.id, 'channel_fee', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", -o.fees_charged_cents, NULL, '', NULL, NULL, o.placed_at
  FROM o WHERE o.valid AND o.fees_charged_cents <> 0 AND NOT EXISTS (SELECT 1 FROM line l WHERE l.order_id = o.id)
$$;
REVOKE ALL ON FUNCTION order_money FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_money TO mascate_app, mascate_worker;

-- As before; the cost of an item is rounded to the cent, so that items, orders, products and days add up to each other.
CREATE OR REPLACE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void LANGUAGE sql SET search_path = public AS $$
  WITH o AS MATERIALIZED (
    SELECT id, local_day, outlet_id, platform, coalesce(local_hour, 0) AS hour, coalesce(buyer_state, '') AS state, status, units, revenue_cents,
      fees_charged_cents, fees_estimated_cents, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), money AS MATERIALIZED (
    SELECT m.order_id, m.kind, m.basis, sum(m.amount_cents)::bigint AS amount_cents FROM order_money(p_orders) m GROUP BY 1, 2, 3
  ), taken AS MATERIALIZED (
    SELECT o.id AS order_id, o.revenue_cents - coalesce(sum(m.amount_cents), 0)::bigint AS deductions
    FROM o LEFT JOIN money m ON m.order_id = o.id WHERE o.valid GROUP BY o.id, o.revenue_cents
  ), item AS (
    SELECT o.local_day, o.outlet_id, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.subtotal_cents, i.packaging_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost, t.deductions,
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
    SELECT order_id, sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL) AS with_cost, sum(cost) AS cost, sum(packaging_cents) AS packaging FROM i GROUP BY 1
  ), days AS (
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents)
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
      p_sign * coalesce(sum(t.deductions), 0), p_sign * coalesce(sum(b.packaging), 0)
    FROM o LEFT JOIN by_order b ON b.order_id = o.id LEFT JOIN taken t ON t.order_id = o.id
    GROUP BY o.local_day, o.outlet_id, o.platform, o.hour, o.state
  ), amounts AS (
    INSERT INTO money_day_delta (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, m.kind, m.basis, p_sign * count(*), p_sign * sum(m.amount_cents)
    FROM money m JOIN o ON o.id = m.order_id GROUP BY 2, 3, 4, 5
  )
  INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
    deductions_cents, packaging_cents)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0),
    p_sign * sum(share), p_sign * sum(packaging_cents)
  FROM i GROUP BY 2, 3, 4, 5
$$;

-- What is counted already was not rounded: the difference is appended, and what readers add up is to the cent from now on.
DO $$
DECLARE v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    WITH item AS (
      SELECT o.local_day, o.outlet_id, o.platform, coalesce(o.local_hour, 0) AS hour, coalesce(o.buyer_state, '') AS state,
        coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
        round(i.unit_cost * i.quantity * i.product_quantity, 2) - i.unit_cost * i.quantity * i.product_quantity AS off
      FROM orders o JOIN order_item i ON i.organization_id = v_org AND i.order_id = o.id
      WHERE o.organization_id = v_org AND o.status NOT IN ('pending', 'cancelled') AND i.unit_cost IS NOT NULL
    ), days AS (
      INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, cost)
      SELECT v_org, local_day, outlet_id, platform, hour, state, sum(off) FROM item GROUP BY 2, 3, 4, 5, 6 HAVING sum(off) <> 0
    )
    INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, cost)
    SELECT v_org, local_day, item_key, outlet_id, mapped, sum(off) FROM item GROUP BY 2, 3, 4, 5 HAVING sum(off) <> 0;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

-- ---------------------------------------------------------------- what a tax is applied to

-- For the accountant to set, from the day of the rate on.
ALTER TABLE tax_rate ADD COLUMN less_vouchers boolean NOT NULL DEFAULT false, ADD COLUMN with_subsidies boolean NOT NULL DEFAULT false,
  ADD COLUMN with_freight boolean NOT NULL DEFAULT false;

-- The part of an amount that a rate is applied to: what products brought, less what was refunded; the rest as the rate's switches say.
CREATE FUNCTION taxable_cents(p_kind "MoneyKind", p_cents bigint, p_less_vouchers boolean, p_with_subsidies boolean, p_with_freight boolean) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_kind IN ('product_revenue', 'refund') OR (p_kind IN ('seller_voucher', 'coins') AND p_less_vouchers)
    OR (p_kind = 'freight_rebate' AND p_with_subsidies) OR (p_kind = 'freight_paid' AND p_with_freight) THEN p_cents ELSE 0 END
$$;

-- ---------------------------------------------------------------- settlements

CREATE TYPE "SettlementState" AS ENUM ('to_release', 'released', 'partly_released', 'late', 'underpaid', 'overpaid', 'reconciled', 'reopened',
  'unknown_here', 'unknown_there');

-- CreateTable
CREATE TABLE "settlement" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "external_code" TEXT NOT NULL,
    "order_id" UUID,
    "state" "SettlementState" NOT NULL,
    "due_on" DATE,
    "released_at" TIMESTAMPTZ(3),
    "expected_cents" BIGINT,
    "released_cents" BIGINT,
    "explained_cents" BIGINT NOT NULL DEFAULT 0,
    "unexplained_cents" BIGINT NOT NULL DEFAULT 0,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "settlement_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "settlement_organization_id_shop_id_external_code_key" ON "settlement"("organization_id", "shop_id", "external_code");

-- CreateIndex
CREATE UNIQUE INDEX "settlement_organization_id_order_id_key" ON "settlement"("organization_id", "order_id");

-- AddForeignKey
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "settlement" ADD CONSTRAINT "settlement_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE settlement ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON settlement USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON settlement AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT, INSERT, UPDATE ON settlement TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- editing a manual order

-- Rewrites a manual order that has not left yet, as it was seen (version): its channel, customer, day, lines and discount. Lines that
-- stay keep their number, and with it what their kit took from stock; the discount is shared out to the lines, to the cent. Roll-ups
-- and stock follow: the ledger gets the difference. Raises order_not_found, stale_version, order_not_manual, order_left,
-- channel_not_found, product_not_found, line_not_found, day_refused, insufficient_stock.
CREATE FUNCTION edit_order(p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_id uuid := (p->>'id')::uuid;
  v_channel uuid := (p->>'channelId')::uuid;
  v_day date := (p->>'day')::date;
  v_discount bigint := (p->>'discountCents')::bigint;
  v_zone text;
  v_backorders boolean;
  v_bad uuid;
  v_before jsonb;
  v_units integer;
  v_gross bigint;
  v_placed timestamptz;
  o orders;
BEGIN
  SELECT time_zone, backorders INTO v_zone, v_backorders FROM organization WHERE organization_id = v_org;
  SELECT * INTO o FROM orders WHERE organization_id = v_org AND id = v_id FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'order_not_found' USING errcode = 'P0001'; END IF;
  IF o.version <> (p->>'version')::int THEN RAISE EXCEPTION 'stale_version' USING errcode = 'P0001'; END IF;
  IF o.platform <> 'manual' THEN RAISE EXCEPTION 'order_not_manual' USING errcode = 'P0001'; END IF;
  IF o.status NOT IN ('pending', 'confirmed', 'processing') OR o.shipped_at IS NOT NULL THEN RAISE EXCEPTION 'order_left' USING errcode = 'P0001'; END IF;
  IF v_day <> o.local_day AND v_day > (now() AT TIME ZONE v_zone)::date THEN RAISE EXCEPTION 'day_refused' USING errcode = 'P0001'; END IF;
  IF v_channel <> o.channel_id AND NOT EXISTS (SELECT 1 FROM channel WHERE organization_id = v_org AND id = v_channel AND archived_at IS NULL) THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  -- A line that stays names itself; its product is what it was, archived or not.
  SELECT l.product INTO v_bad FROM jsonb_to_recordset(p->'lines') AS l(line int, product uuid)
  WHERE l.line IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id AND i.line = l.line AND i.product_id IS NOT DISTINCT FROM l.product) LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'line_not_found' USING errcode = 'P0001'; END IF;
  SELECT l.product INTO v_bad FROM jsonb_to_recordset(p->'lines') AS l(line int, product uuid)
  WHERE l.line IS NULL AND NOT EXISTS (
    SELECT 1 FROM product r WHERE r.organization_id = v_org AND r.id = l.product AND r.archived_at IS NULL) LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = v_bad::text; END IF;

  SELECT jsonb_build_object('channelId', o.channel_id, 'day', o.local_day, 'discountCents', o.seller_discount_cents::text, 'totalCents', o.total_cents::text,
    'lines', coalesce(jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity, 'unitPriceCents', i.unit_price_cents::text) ORDER BY i.line), '[]'))
  INTO v_before FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id;

  PERFORM append_order_deltas(ARRAY[v_id], -1);

  DELETE FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id
    AND NOT i.line = ANY (array(SELECT l.line FROM jsonb_to_recordset(p->'lines') AS l(line int) WHERE l.line IS NOT NULL));

  WITH asked AS (
    SELECT x.ord, (x.l->>'line')::int AS line, (x.l->>'product')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'price')::bigint AS price
    FROM jsonb_array_elements(p->'lines') WITH ORDINALITY AS x(l, ord)
  ), summed AS (
    SELECT a.*, a.quantity * a.price AS gross, sum(a.quantity * a.price) OVER (ORDER BY a.ord) AS gross_to_here, sum(a.quantity * a.price) OVER () AS gross_of_all
    FROM asked a
  ), shared AS (
    SELECT s.*, CASE WHEN gross_of_all > 0
      THEN round(v_discount * gross_to_here / gross_of_all) - round(v_discount * (gross_to_here - gross) / gross_of_all) ELSE 0 END::bigint AS discount
    FROM summed s
  ), kept AS (
    UPDATE order_item i SET quantity = s.quantity, unit_price_cents = s.price, discount_cents = s.discount, subtotal_cents = s.gross - s.discount
    FROM shared s WHERE i.organization_id = v_org AND i.order_id = v_id AND i.line = s.line
  ), added AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
    SELECT v_org, v_id, (SELECT coalesce(max(i.line), 0) FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id)
      + row_number() OVER (ORDER BY s.ord), r.id, r.sku::text, r.title, s.quantity, s.price, s.discount, s.gross - s.discount,
      unit_cost_on(r.id, v_day)
    FROM shared s JOIN product r ON r.organization_id = v_org AND r.id = s.product WHERE s.line IS NULL
  )
  SELECT sum(quantity)::int, sum(gross)::bigint INTO v_units, v_gross FROM shared;

  -- Costs are those of the day of the sale; what a company that goes by layers took off the shelf stays what it cost.
  UPDATE order_item i SET unit_cost = unit_cost_on(i.product_id, v_day)
  WHERE i.organization_id = v_org AND i.order_id = v_id AND i.product_id IS NOT NULL AND v_day <> o.local_day AND (i.unit_cost IS NULL
    OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = v_org) <> 'fifo');

  -- Another day keeps the hour of the clock; a time to come is now.
  v_placed := CASE WHEN v_day = o.local_day THEN o.placed_at
    ELSE least((v_day + (o.placed_at AT TIME ZONE v_zone)::time) AT TIME ZONE v_zone, now()) END;
  UPDATE orders SET channel_id = v_channel, outlet_id = v_channel, customer_name = p->>'customerName', local_day = v_day, placed_at = v_placed,
    local_hour = extract(hour FROM v_placed AT TIME ZONE v_zone), units = v_units, seller_discount_cents = v_discount, revenue_cents = v_gross - v_discount,
    total_cents = v_gross - v_discount + o.freight_paid_cents,
    -- What the channel keeps is worked out anew where it has another amount to keep it of; else it stays as it was agreed on that day.
    fees_charged_cents = CASE WHEN v_channel = o.channel_id AND v_gross - v_discount = o.revenue_cents THEN o.fees_charged_cents
      ELSE (SELECT round((v_gross - v_discount) * c.fee_rate) FROM channel c WHERE c.organization_id = v_org AND c.id = v_channel) END,
    version = o.version + 1, updated_at = now()
  WHERE organization_id = v_org AND id = v_id;

  PERFORM settle_order_stock(ARRAY[v_id], (p->>'actorId')::uuid, v_backorders);
  PERFORM append_order_deltas(ARRAY[v_id], 1);
  RETURN jsonb_build_object('version', o.version + 1, 'totalCents', (v_gross - v_discount + o.freight_paid_cents)::text, 'before', v_before,
    'customerChanged', o.customer_name IS DISTINCT FROM p->>'customerName');
END $$;
REVOKE ALL ON FUNCTION edit_order, taxable_cents FROM PUBLIC;
GRANT EXECUTE ON FUNCTION edit_order TO mascate_app;
GRANT EXECUTE ON FUNCTION taxable_cents TO mascate_app, mascate_worker;
