-- As before, but by index: joined to what a statement worked out, orders, products and levels were read through, a million orders for
-- each that was saved.

CREATE OR REPLACE FUNCTION settle_order_stock(p_orders uuid[], p_actor uuid, p_allow_short boolean) RETURNS integer LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_booked integer := 0;
  v_order record;
BEGIN
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (p_orders) ORDER BY id FOR UPDATE;
  INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
  SELECT v_org, i.order_id, i.line, i.product_id, k.component_id, k.quantity
  FROM order_item i JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND NOT EXISTS (
    SELECT 1 FROM order_item_part p WHERE p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id)
  ON CONFLICT DO NOTHING;
  PERFORM lock_stock(array(
    SELECT coalesce(p.product_id, i.product_id) FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL AND o.moves_stock
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));

  FOR v_order IN
    WITH wanted AS (
      SELECT i.order_id, coalesce(p.product_id, i.product_id) AS product_id, sum(i.quantity * i.product_quantity * coalesce(p.quantity, 1))::bigint AS units
      FROM order_item i
      LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
      WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL GROUP BY 1, 2
    ), taken AS (
      SELECT m.source_id AS order_id, m.product_id, sum(m.on_hand_delta)::bigint AS on_hand, sum(m.reserved_delta)::bigint AS reserved
      FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own GROUP BY 1, 2
    ), change AS (
      SELECT o.id, product_id,
        CASE WHEN NOT o.moves_stock OR o.status < 'shipped' THEN 0 WHEN o.status = 'cancelled' AND o.shipped_at IS NULL THEN coalesce(t.on_hand, 0)
          ELSE -coalesce(w.units, 0) END - coalesce(t.on_hand, 0) AS on_hand,
        CASE WHEN o.moves_stock AND o.status < 'shipped' THEN coalesce(w.units, 0) ELSE 0 END - coalesce(t.reserved, 0) AS reserved
      FROM wanted w FULL JOIN taken t USING (order_id, product_id)
      JOIN orders o ON o.organization_id = v_org AND o.id = order_id AND o.id = ANY (p_orders)
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
  v_products uuid[] := array(SELECT (x->>'productId')::uuid FROM jsonb_array_elements(p->'lines') x);
BEGIN
  SELECT time_zone, backorders INTO v_zone, v_backorders FROM organization WHERE organization_id = v_org;
  v_day := (now() AT TIME ZONE v_zone)::date;
  IF NOT EXISTS (SELECT 1 FROM channel WHERE organization_id = v_org AND id = v_channel AND archived_at IS NULL) THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  SELECT l.product AS id, pr.id IS NULL AS missing INTO v_bad
  FROM (SELECT (x->>'productId')::uuid AS product, (x->>'unitPriceCents')::bigint AS price FROM jsonb_array_elements(p->'lines') x) l
  LEFT JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.id = ANY (v_products) AND pr.archived_at IS NULL
  WHERE pr.id IS NULL OR coalesce(l.price, pr.price_cents) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', CASE WHEN v_bad.missing THEN 'product_not_found' ELSE 'price_missing' END USING errcode = 'P0001', detail = v_bad.id::text;
  END IF;

  WITH lines AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'unitPriceCents')::bigint AS price
    FROM jsonb_array_elements(p->'lines') WITH ORDINALITY AS x(l, ord)
  ), priced AS (
    SELECT l.line, pr.id AS product, pr.sku::text AS sku, pr.title, l.quantity, coalesce(l.price, pr.price_cents) AS price,
      coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = pr.id AND c.from_day <= v_day
        ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(pr.id, v_day)) AS cost
    FROM lines l JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.id = ANY (v_products)
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

CREATE OR REPLACE FUNCTION book_stock(p_source_kind text, p_source_id uuid, p_actor uuid, p_reason text, p_entries jsonb, p_allow_short boolean DEFAULT false)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_at timestamptz;
  v_booked integer;
  v_short uuid;
  v_before bigint;
  v_products uuid[] := array(SELECT DISTINCT (e->>'product')::uuid FROM jsonb_array_elements(p_entries) e);
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;

  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid)
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING;

  PERFORM 1 FROM stock_level l
  WHERE l.organization_id = v_org AND l.product_id = ANY (v_products)
    AND (l.product_id, l.location_id) IN (SELECT e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid))
  ORDER BY l.product_id, l.location_id FOR UPDATE;
  v_at := clock_timestamp();

  -- Under the locks nobody else books these products at these places: what is not there now is new.
  WITH entry AS (
    SELECT DISTINCT ON (line, e.product, e.location, e.kind) coalesce(e.line, 0) AS line, e.product, e.location, e.kind,
      coalesce(e."onHand", 0) AS on_hand, coalesce(e.reserved, 0) AS reserved
    FROM jsonb_to_recordset(p_entries) AS e(line int, product uuid, location uuid, kind "MovementKind", "onHand" bigint, reserved bigint)
    ORDER BY line, e.product, e.location, e.kind
  ), fresh AS (
    SELECT e.*, l.on_hand + sum(e.on_hand) OVER w AS on_hand_after, l.reserved + sum(e.reserved) OVER w AS reserved_after
    FROM entry e JOIN stock_level l ON l.organization_id = v_org AND l.product_id = e.product AND l.location_id = e.location AND l.product_id = ANY (v_products)
    WHERE NOT EXISTS (
      SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.source_kind = p_source_kind AND m.source_id = p_source_id
        AND m.source_line = e.line AND m.product_id = e.product AND m.location_id = e.location AND m.kind = e.kind)
    WINDOW w AS (PARTITION BY e.product, e.location ORDER BY e.line, e.kind)
  ), booked AS (
    INSERT INTO stock_movement (organization_id, product_id, location_id, kind, on_hand_delta, reserved_delta, on_hand_after, reserved_after,
      source_kind, source_id, source_line, reason, actor_id, occurred_at, recorded_at)
    SELECT v_org, product, location, kind, on_hand, reserved, on_hand_after, reserved_after,
      p_source_kind, p_source_id, line, p_reason, p_actor, v_at, v_at
    FROM fresh ORDER BY product, location, line, kind
    RETURNING product_id, location_id, on_hand_delta, reserved_delta
  ), sums AS (
    SELECT product_id, location_id, sum(on_hand_delta)::bigint AS on_hand, sum(reserved_delta)::bigint AS reserved, count(*)::int AS n
    FROM booked GROUP BY 1, 2
  ), moved AS (
    UPDATE stock_level l SET on_hand = l.on_hand + s.on_hand, reserved = l.reserved + s.reserved
    FROM sums s
    WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id AND l.product_id = ANY (v_products)
    RETURNING l.product_id, l.on_hand - l.reserved AS available, s.on_hand - s.reserved AS change
  )
  SELECT (SELECT coalesce(sum(n), 0) FROM sums), m.product_id, m.available - m.change AS before
  INTO v_booked, v_short, v_before
  FROM (SELECT 1) one LEFT JOIN LATERAL (
    SELECT * FROM moved WHERE available < 0 AND change < 0 ORDER BY product_id LIMIT 1
  ) m ON true;

  IF v_short IS NOT NULL AND NOT p_allow_short THEN
    RAISE EXCEPTION 'insufficient_stock' USING errcode = 'P0001',
      detail = jsonb_build_object('product', v_short, 'available', greatest(v_before, 0))::text;
  END IF;
  RETURN v_booked;
END $$;
