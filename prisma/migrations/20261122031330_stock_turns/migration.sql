-- Under the FIFO rule a new item's cost is read off the shelf: the items that were added locked their products, and settling the order locked
-- the rest afterwards. Two orders that held each other's rest waited for each other. Whoever writes an order now holds all that it may take,
-- in the order of all writers, before the first item is written.

-- What these orders take or have taken of the own stock, and the products (or the components of the kits) that they will.
CREATE FUNCTION lock_order_stock(p_orders uuid[], p_products uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
BEGIN
  PERFORM lock_stock(array(
    SELECT coalesce(k.component_id, p.id) FROM unnest(p_products) AS p(id)
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = p.id WHERE p.id IS NOT NULL
    UNION
    SELECT coalesce(p.product_id, k.component_id, i.product_id) FROM order_item i
    JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id AND p.product_id IS NULL
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));
END $$;
REVOKE ALL ON FUNCTION lock_order_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_order_stock TO mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION keep_fifo_cost() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
BEGIN
  IF (SELECT cost_rule FROM organization WHERE organization_id = v_org) IS DISTINCT FROM 'fifo' THEN RETURN NULL; END IF;
  PERFORM lock_stock(array(
    SELECT DISTINCT coalesce(k.component_id, i.product_id) FROM added i
    JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock AND o.status <> 'cancelled'
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
    WHERE i.product_id IS NOT NULL ORDER BY 1));
  WITH part AS (
    SELECT i.order_id, i.line, i.quantity * i.product_quantity AS sold, coalesce(k.component_id, i.product_id) AS product_id,
      coalesce(k.quantity, 1) AS each, o.local_day, (i.quantity * i.product_quantity * coalesce(k.quantity, 1))::bigint AS units,
      o.placed_at
    FROM added i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id AND o.moves_stock AND o.status <> 'cancelled'
    LEFT JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
      AND NOT EXISTS (SELECT 1 FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = i.product_id)
    WHERE i.product_id IS NOT NULL AND i.quantity > 0
  ), placed AS (
    SELECT p.*, coalesce(s.available, 0) - (sum(p.units) OVER (PARTITION BY p.product_id ORDER BY p.placed_at, p.order_id, p.line) - p.units) AS left_units
    FROM part p LEFT JOIN LATERAL (
      SELECT s.on_hand - s.reserved AS available FROM stock_level s
      JOIN stock_location l ON l.organization_id = v_org AND l.id = s.location_id AND l.kind = 'own'
      WHERE s.organization_id = v_org AND s.product_id = p.product_id) s ON true
  ), costed AS (
    SELECT order_id, line, sum(fifo_cost(product_id, units, left_units::bigint, local_day) * each) AS cost,
      count(*) = count(fifo_cost(product_id, units, left_units::bigint, local_day)) AS known
    FROM placed GROUP BY 1, 2
  )
  UPDATE order_item t SET unit_cost = CASE WHEN c.known THEN round(c.cost, 6) END
  FROM costed c WHERE t.organization_id = v_org AND t.order_id = c.order_id AND t.line = c.line;
  RETURN NULL;
END $$; 

CREATE OR REPLACE FUNCTION edit_order(p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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
  PERFORM lock_order_stock(ARRAY[v_id], array(SELECT l.product FROM jsonb_to_recordset(p->'lines') AS l(product uuid) WHERE o.moves_stock));

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

  PERFORM lock_order_stock(v_orders, array(
    SELECT l.product_id FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
    JOIN orders o ON o.organization_id = v_org AND o.id = u.id AND o.moves_stock
    CROSS JOIN LATERAL jsonb_to_recordset(u.payload->'items') AS i(k text)
    JOIN unnest(v_keys, v_products) AS l(key, product_id) ON l.key = i.k));

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

-- A sheet's products are held against each other's changes, not against the stock that moves of them: whoever moves it only names them.
CREATE OR REPLACE FUNCTION apply_catalogue_batch(p_import uuid, p_limit integer)
RETURNS TABLE (created integer, updated integer, kept integer, refused integer, waiting boolean, first integer, last integer, kits uuid[])
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_day date := (SELECT (now() AT TIME ZONE time_zone)::date FROM organization WHERE organization_id = v_org);
  v_batch integer[];
  v_good integer[];
  v_actor uuid;
  v_row record;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false; kits := '{}';
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'catalogue' THEN RETURN NEXT; RETURN; END IF;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];

  PERFORM 1 FROM product p WHERE p.organization_id = v_org AND p.id IN (
    SELECT (r.payload->>'productId')::uuid FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) AND r.outcome = 'changed') ORDER BY p.id FOR NO KEY UPDATE;
  PERFORM lock_stock(array(SELECT (r.payload->>'productId')::uuid FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) AND r.outcome = 'changed'
      AND r.payload ? 'stock' AND EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.id = (r.payload->>'productId')::uuid)));

  v_good := '{}';
  FOR v_row IN
    WITH row AS MATERIALIZED (
      SELECT r.number, r.outcome, (r.payload->>'productId')::uuid AS product, r.payload FROM import_row r
      WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch)
    ), taken AS MATERIALIZED (
      SELECT p.id, p.sku, p.version FROM product p WHERE p.organization_id = v_org
        AND (p.id = ANY (array(SELECT row.product FROM row WHERE row.outcome = 'changed'))
          OR p.sku = ANY (array(SELECT (row.payload->>'sku')::citext FROM row WHERE row.outcome = 'new')))
    )
    SELECT row.number, CASE
      WHEN row.outcome = 'new' THEN CASE WHEN EXISTS (SELECT 1 FROM taken t WHERE t.sku = (row.payload->>'sku')::citext) THEN 'changedSince' END
      WHEN NOT EXISTS (SELECT 1 FROM taken t WHERE t.id = row.product AND t.version = (row.payload->>'version')::int) THEN 'changedSince'
      WHEN NOT row.payload ? 'stock' THEN NULL
      WHEN EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = row.product) THEN 'kitNoStock'
      WHEN EXISTS (SELECT 1 FROM stock_movement s WHERE s.organization_id = v_org AND s.product_id = row.product AND s.location_id = v_own
          AND s.id > (row.payload->'stock'->>'seen')::bigint AND s.source_kind NOT IN ('order', 'order_receipt', 'return'))
        AND sheet_stock_target(row.product, v_own, row.payload->'stock') <> (SELECT l.on_hand FROM stock_level l
          WHERE l.organization_id = v_org AND l.product_id = row.product AND l.location_id = v_own) THEN 'stockMoved'
      END AS problem
    FROM row ORDER BY row.number
  LOOP
    IF v_row.problem IS NULL THEN
      v_good := v_good || v_row.number;
    ELSE
      PERFORM refuse_sheet_row(p_import, v_row.number, v_row.problem, NULL);
      refused := refused + 1;
    END IF;
  END LOOP;

  -- Kits one by one: what cannot be a kit is refused alone, with the product that it would have made.
  FOR v_row IN
    SELECT r.number, r.outcome, r.payload, (r.payload->>'productId')::uuid AS product FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) AND r.payload ? 'kit' ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.outcome = 'new' THEN
        INSERT INTO product (organization_id, id, sku, title) VALUES (v_org, v_row.product, v_row.payload->>'sku', v_row.payload->'set'->>'title');
      END IF;
      PERFORM set_kit(v_row.product, (
        SELECT jsonb_agg(jsonb_build_object('product', p.id, 'quantity', x.quantity))
        FROM jsonb_to_recordset(v_row.payload->'kit') AS x(sku text, quantity int)
        LEFT JOIN product p ON p.organization_id = v_org AND p.sku = x.sku::citext AND p.archived_at IS NULL));
      kits := kits || v_row.product;
    EXCEPTION WHEN raise_exception THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, CASE SQLERRM
        WHEN 'kit_in_kit' THEN 'kitInKit' WHEN 'kit_has_stock' THEN 'kitHasStock' ELSE 'componentUnknown' END, NULL);
      refused := refused + 1;
      v_good := array_remove(v_good, v_row.number);
    END;
  END LOOP;

  INSERT INTO product (organization_id, id, sku, title, price_cents, barcodes, description_html, minimum_stock, lead_time_days, shelf_address,
    weight_grams, length_mm, width_mm, height_mm, ncm, cest, origin, unit, packaging_cost_cents, archived_at)
  SELECT v_org, (r.payload->>'productId')::uuid, r.payload->>'sku', s.title, s.price_cents, coalesce(array(SELECT jsonb_array_elements_text(s.barcodes)), '{}'),
    coalesce(s.description_html, ''), s.minimum_stock, s.lead_time_days, s.shelf_address, s.weight_grams, s.length_mm, s.width_mm, s.height_mm, s.ncm,
    s.cest, s.origin, coalesce(s.unit, 'UN'), s.packaging_cost_cents, CASE WHEN s.archived THEN now() END
  FROM import_row r, jsonb_to_record(r.payload->'set') AS s(title text, price_cents bigint, barcodes jsonb, description_html text, minimum_stock int,
    lead_time_days int, shelf_address text, weight_grams int, length_mm int, width_mm int, height_mm int, ncm text, cest text, origin int, unit text,
    packaging_cost_cents bigint, archived boolean)
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) AND r.outcome = 'new' AND NOT r.payload ? 'kit';
  GET DIAGNOSTICS created = ROW_COUNT;

  UPDATE product p SET
    title = CASE WHEN g.s ? 'title' THEN g.s->>'title' ELSE p.title END,
    price_cents = CASE WHEN g.s ? 'price_cents' THEN (g.s->>'price_cents')::bigint ELSE p.price_cents END,
    barcodes = CASE WHEN g.s ? 'barcodes' THEN array(SELECT jsonb_array_elements_text(g.s->'barcodes')) ELSE p.barcodes END,
    description_html = CASE WHEN g.s ? 'description_html' THEN coalesce(g.s->>'description_html', '') ELSE p.description_html END,
    minimum_stock = CASE WHEN g.s ? 'minimum_stock' THEN (g.s->>'minimum_stock')::int ELSE p.minimum_stock END,
    lead_time_days = CASE WHEN g.s ? 'lead_time_days' THEN (g.s->>'lead_time_days')::int ELSE p.lead_time_days END,
    shelf_address = CASE WHEN g.s ? 'shelf_address' THEN g.s->>'shelf_address' ELSE p.shelf_address END,
    weight_grams = CASE WHEN g.s ? 'weight_grams' THEN (g.s->>'weight_grams')::int ELSE p.weight_grams END,
    length_mm = CASE WHEN g.s ? 'length_mm' THEN (g.s->>'length_mm')::int ELSE p.length_mm END,
    width_mm = CASE WHEN g.s ? 'width_mm' THEN (g.s->>'width_mm')::int ELSE p.width_mm END,
    height_mm = CASE WHEN g.s ? 'height_mm' THEN (g.s->>'height_mm')::int ELSE p.height_mm END,
    ncm = CASE WHEN g.s ? 'ncm' THEN g.s->>'ncm' ELSE p.ncm END,
    cest = CASE WHEN g.s ? 'cest' THEN g.s->>'cest' ELSE p.cest END,
    origin = CASE WHEN g.s ? 'origin' THEN (g.s->>'origin')::int ELSE p.origin END,
    unit = CASE WHEN g.s ? 'unit' THEN g.s->>'unit' ELSE p.unit END,
    packaging_cost_cents = CASE WHEN g.s ? 'packaging_cost_cents' THEN (g.s->>'packaging_cost_cents')::bigint ELSE p.packaging_cost_cents END,
    archived_at = CASE WHEN NOT g.s ? 'archived' THEN p.archived_at WHEN (g.s->>'archived')::boolean THEN coalesce(p.archived_at, now()) END,
    version = p.version + 1, updated_at = now()
  FROM (
    SELECT (r.payload->>'productId')::uuid AS id, r.payload->'set' AS s FROM import_row r
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) AND r.outcome = 'changed'
      AND (r.payload->'set' <> '{}' OR r.payload ? 'cost')
  ) g
  WHERE p.organization_id = v_org AND p.id = g.id;

  DELETE FROM product_cost c USING import_row r
  WHERE c.organization_id = v_org AND c.from_day = v_day AND c.receipt_id IS NULL AND c.product_id = (r.payload->>'productId')::uuid
    AND r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) AND r.payload->'cost' = 'null';
  INSERT INTO product_cost (organization_id, product_id, from_day, cost, source, created_by)
  SELECT v_org, (r.payload->>'productId')::uuid, v_day, (r.payload->>'cost')::numeric, 'typed', v_actor FROM import_row r
  WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) AND r.payload->>'cost' IS NOT NULL
  ON CONFLICT (organization_id, product_id, from_day) DO UPDATE SET cost = excluded.cost, source = excluded.source, receipt_id = NULL, created_by = excluded.created_by;

  PERFORM book_stock('sheet', p_import, v_actor, m.options->>'reason', e.entries, true) FROM (
    SELECT jsonb_agg(jsonb_build_object('line', t.number, 'product', t.product, 'location', v_own, 'kind', t.kind, 'onHand', t.change, 'reserved', 0)
      ORDER BY t.product) AS entries
    FROM (
      SELECT r.number, (r.payload->>'productId')::uuid AS product, CASE r.outcome WHEN 'new' THEN 'opening' ELSE 'count' END AS kind,
        sheet_stock_target((r.payload->>'productId')::uuid, v_own, r.payload->'stock') - coalesce((SELECT l.on_hand FROM stock_level l
          WHERE l.organization_id = v_org AND l.product_id = (r.payload->>'productId')::uuid AND l.location_id = v_own), 0) AS change
      FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) AND r.payload ? 'stock'
    ) t WHERE t.change <> 0
  ) e WHERE e.entries IS NOT NULL;

  INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
  SELECT v_org, uuid_v7(), 'system', v_actor,
    CASE WHEN r.outcome = 'new' THEN 'product.created' WHEN r.payload ? 'kit' THEN 'product.kitSet' ELSE 'product.updated' END, 'product', r.payload->>'productId',
    CASE WHEN r.outcome = 'changed' THEN (SELECT jsonb_object_agg(c->>'field', c->'before') FROM jsonb_array_elements(r.payload->'changes') c) END,
    coalesce((SELECT jsonb_object_agg(c->>'field', c->'after') FROM jsonb_array_elements(r.payload->'changes') c), '{}')
      || jsonb_build_object('sku', r.payload->>'sku', 'importId', p_import)
  FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good) ORDER BY r.number;

  SELECT count(*) FILTER (WHERE r.outcome = 'new'), count(*) FILTER (WHERE r.outcome = 'changed') INTO created, updated
  FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good);
  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_good);
  PERFORM add_sheet_result(p_import, cardinality(v_batch), created, updated, kept, refused);
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;

-- What comes back of a manual order is no count either.
CREATE OR REPLACE FUNCTION sheet_stock_target(p_product uuid, p_location uuid, p_stock jsonb) RETURNS bigint LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT (p_stock->>'count')::bigint + coalesce((SELECT sum(s.on_hand_delta)::bigint FROM stock_movement s
    WHERE s.organization_id = current_organization() AND s.product_id = p_product AND s.location_id = p_location
      AND s.id > (p_stock->>'seen')::bigint AND s.source_kind IN ('order', 'order_receipt', 'return')), 0)
$$;

-- A number that another order bears refuses its row alone, not the sheet.
CREATE OR REPLACE FUNCTION apply_sales_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, refused integer, waiting boolean, first integer, last integer)
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_batch integer[];
  v_orders uuid[] := '{}';
  v_order uuid;
  v_actor uuid;
  v_backorders boolean;
  v_detail text;
  v_row record;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false;
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'sales' THEN RETURN NEXT; RETURN; END IF;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_backorders := (SELECT o.backorders FROM organization o WHERE o.organization_id = v_org);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  -- Sheets of one company take turns: they may name the same sales.
  PERFORM pg_advisory_xact_lock(hashtextextended('sales:' || v_org, 0));
  -- All that the batch may take, in the order of all writers, before the first order takes any of it.
  PERFORM lock_order_stock('{}', array(
    SELECT DISTINCT p.id FROM import_row r, jsonb_to_recordset(r.payload->'items') AS x(sku text)
    JOIN product p ON p.organization_id = v_org AND p.sku = x.sku::citext
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch)
      AND ((m.options->>'stockFrom') IS NULL OR (r.payload->>'day')::date >= (m.options->>'stockFrom')::date)));

  FOR v_row IN
    SELECT r.number, p.*, r.payload->'items' AS items, c.id AS channel_id, c.name AS channel_name, c.fee_rate,
      row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number) AS place
    FROM import_row r CROSS JOIN LATERAL jsonb_to_record(r.payload) AS p(channel text, sale text, code text, day date, "placedAt" timestamptz,
      status "OrderStatus", customer text, units int, revenue bigint, discount bigint, fee bigint)
    LEFT JOIN channel c ON c.organization_id = v_org AND c.name = p.channel::citext AND c.archived_at IS NULL
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.channel_id IS NULL THEN RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001'; END IF;
      IF EXISTS (SELECT 1 FROM channel_sale s WHERE s.organization_id = v_org AND s.channel_id = v_row.channel_id AND s.number = v_row.sale) THEN
        kept := kept + 1;
        CONTINUE;
      END IF;
      SELECT x.sku INTO v_detail FROM jsonb_to_recordset(v_row.items) AS x(sku text)
      LEFT JOIN product p ON p.organization_id = v_org AND p.sku = x.sku::citext AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
      IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = v_detail; END IF;
      v_order := uuid_v7();
      INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, external_code, status, customer_name, placed_at, local_day, paid_at,
        shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, total_cents, fees_charged_cents, moves_stock, created_by)
      VALUES (v_org, v_order, 'MAN-' || left(v_row.day::text, 4) || '-' || lpad((coalesce((p_numbers->>left(v_row.day::text, 4))::int, 0) + v_row.place)::text, 5, '0'),
        'manual', v_row.channel_id, v_row.channel_id,
        CASE WHEN v_row.code IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'manual' AND o.external_code = v_row.code)
          THEN v_row.code || ' · ' || v_row.channel_name ELSE v_row.code END,
        v_row.status, v_row.customer, v_row."placedAt", v_row.day,
        CASE WHEN v_row.status <> 'pending' THEN v_row."placedAt" END, CASE WHEN v_row.status IN ('shipped', 'delivered') THEN v_row."placedAt" END,
        CASE WHEN v_row.status = 'delivered' THEN v_row."placedAt" END, CASE WHEN v_row.status = 'cancelled' THEN v_row."placedAt" END,
        v_row.units, v_row.revenue, v_row.discount, v_row.revenue, coalesce(v_row.fee, round(v_row.revenue * v_row.fee_rate)),
        (m.options->>'stockFrom') IS NULL OR v_row.day >= (m.options->>'stockFrom')::date, v_actor);
      INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
      SELECT v_org, v_order, x.line, p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m,
        unit_cost_on(p.id, v_row.day)
      FROM ROWS FROM (jsonb_to_recordset(v_row.items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
      JOIN product p ON p.organization_id = v_org AND p.sku = x.sku::citext;
      INSERT INTO channel_sale (organization_id, channel_id, number, order_id) VALUES (v_org, v_row.channel_id, v_row.sale, v_order);
      PERFORM settle_order_stock(ARRAY[v_order], v_actor, v_backorders);
      v_orders := v_orders || v_order;
      created := created + 1;
    EXCEPTION WHEN unique_violation THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, 'numberTaken', v_row.code);
      refused := refused + 1;
    WHEN raise_exception THEN
      GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
      IF SQLERRM = 'insufficient_stock' THEN
        SELECT p.sku || ': ' || (v_detail::jsonb->>'available') INTO v_detail FROM product p
        WHERE p.organization_id = v_org AND p.id = (v_detail::jsonb->>'product')::uuid;
        PERFORM refuse_sheet_row(p_import, v_row.number, 'insufficientStock', v_detail);
      ELSE
        PERFORM refuse_sheet_row(p_import, v_row.number, CASE SQLERRM WHEN 'channel_not_found' THEN 'channelGone' ELSE 'skuUnknown' END, v_detail);
      END IF;
      refused := refused + 1;
    END;
  END LOOP;
  PERFORM append_order_deltas(v_orders, 1);

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) AND r.outcome <> 'failed';
  PERFORM add_sheet_result(p_import, cardinality(v_batch), created, 0, kept, refused);
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
