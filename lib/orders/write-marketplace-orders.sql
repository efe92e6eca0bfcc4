-- Called by apply_import_batch, write_platform_orders. Writes orders of a shop as one source gives them, each field from the source that
-- knows it best (API over export over estimate). The same again changes nothing; older is kept as it is. Listings are looked up once a
-- batch, stock is locked only where an order moves any. Roll-ups and stock follow. Answers what it did and the orders that it wrote.
CREATE OR REPLACE FUNCTION write_marketplace_orders(
  p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], p_numbers jsonb, p_moves boolean, p_import uuid, p_actor uuid
)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[])
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
  v_wanted text[];
  v_items text[];
  v_models text[];
  v_keys text[] := '{}';
  v_listings uuid[];
  v_products uuid[];
  v_quantities integer[];
  v_zone text := (SELECT g.time_zone FROM organization g WHERE g.organization_id = v_org);
BEGIN
  -- Writers of one shop's orders take turns: they may hold the same orders and listings.
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  -- Before the orders themselves, as an erasure takes them: else each could hold what the other waits for.
  PERFORM await_erasure(v_org, array(SELECT decode(r.payload->>'buyerKey', 'hex') FROM unnest(p_rows) r));

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

  IF cardinality(v_changed) > 0 THEN
    PERFORM append_order_deltas(v_changed, -1);
  END IF;

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

  SELECT coalesce(array_agg(i.k), '{}'), array_agg(i.item), array_agg(i.model) INTO v_wanted, v_items, v_models FROM (
    SELECT DISTINCT i.k, i.item, i.model FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, item text, model text)) i;
  -- All that are known at once, and once more where some had to be made. By lists that the plan knows, which it asks an index for or hashes.
  FOR v_round IN 1..2 LOOP
    WITH known AS MATERIALIZED (
      SELECT 'x' || l.external_key AS key, l.id, l.product_id, l.product_quantity FROM listing l
      WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = ANY (v_wanted)
      UNION ALL
      SELECT 'i' || l.item_id || ' ' || l.model_id, l.id, l.product_id, l.product_quantity FROM listing l
      WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = ANY (array_remove(v_items, NULL))
    )
    SELECT coalesce(array_agg(i.k), '{}'), array_agg(l.id), array_agg(l.product_id), array_agg(l.product_quantity)
    INTO v_keys, v_listings, v_products, v_quantities
    FROM unnest(v_wanted, v_items, v_models) AS i(k, item, model)
    JOIN known l ON l.key = CASE WHEN i.item IS NULL THEN 'x' || i.k ELSE 'i' || i.item || ' ' || i.model END;
    EXIT WHEN v_round = 2 OR cardinality(v_keys) = cardinality(v_wanted);

    WITH item AS (
      SELECT DISTINCT ON (i.k) i.k, i.x, i.item, i.model, i.s, i.t, i.v, i.p
      FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, x text, item text, model text, s text, t text, v text, p bigint)
      WHERE NOT i.k = ANY (v_keys) ORDER BY i.k, r.payload->>'placedAt' DESC
    ), catalogue AS MATERIALIZED (
      SELECT p.sku_key, p.id FROM product p WHERE p.organization_id = v_org AND p.archived_at IS NULL
        AND p.sku_key = ANY (array(SELECT lower(item.s) FROM item WHERE item.s IS NOT NULL))
    ), missing AS (
      SELECT item.*, row_number() OVER (PARTITION BY coalesce(item.x, item.k) ORDER BY item.k) AS place FROM item
    ), made AS (
      INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, product_id)
      SELECT v_org, uuid_v7(), p_shop, CASE WHEN m.item IS NULL THEN m.k
          WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
          ELSE m.k END,
        m.item, m.model, m.s, m.t, m.v, m.p, p.id
      FROM missing m LEFT JOIN catalogue p ON p.sku_key = lower(m.s)
      ORDER BY m.k
      ON CONFLICT DO NOTHING
      RETURNING id, product_id
    )
    INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
    SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL;
  END LOOP;

  -- What is only written from here on is planned once: with plans of its own for each statement, each row's foreign keys and triggers are planned as well.
  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, platform_status, placed_at, local_day,
    paid_at, ship_by, shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, seller_voucher_cents, freight_paid_cents,
    total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, buyer_key, moves_stock, fulfilled_by_platform, cancellation_asked,
    in_return, cancel_reason, cancelled_by, carrier, invoice_state, invoice_reason, platform_note, buyer_state, created_by, local_hour)
  SELECT v_org, u.id,
    'SHP-' || left(p.day::text, 4) || '-' || to_char(coalesce((p_numbers->>left(p.day::text, 4))::int, 0)
      + row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number), 'FM9999900000'),
    'shopee', p_shop, p_shop, r.code, p.status, p."platformStatus", p."placedAt", p.day,
    p."paidAt", p."shipBy", p."shippedAt", p."deliveredAt", p."cancelledAt", p.units, p.revenue, coalesce(p.discount, 0), coalesce(p.voucher, 0), coalesce(p.freight, 0),
    p.total, p.charged, p.estimated, p.tracking, decode(p."buyerKey", 'hex'), coalesce(p.moves, p_moves) AND NOT p.fulfilled, p.fulfilled,
    coalesce(p.asked, false), coalesce(p."inReturn", false), p."cancelReason", p."cancelBy", p.carrier, p."invoiceState", p."invoiceReason", p.note, nullif(r.payload->'buyer'->>'state', ''), p_actor, extract(hour FROM p."placedAt" AT TIME ZONE v_zone)
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

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM lock_order_stock(v_orders, array(
      SELECT l.product_id FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
      JOIN orders o ON o.organization_id = v_org AND o.id = u.id AND o.moves_stock
      CROSS JOIN LATERAL jsonb_to_recordset(u.payload->'items') AS i(k text)
      JOIN unnest(v_keys, v_products) AS l(key, product_id) ON l.key = i.k));
  END IF;

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
REVOKE ALL ON FUNCTION write_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_marketplace_orders TO mascate_worker;
