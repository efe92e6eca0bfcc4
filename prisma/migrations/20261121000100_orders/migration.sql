-- Takes the next number of an organization's order codes in a year. Called in a statement of its own (lib/db.ts, runAlone).
CREATE FUNCTION next_order_number(p_year integer) RETURNS integer LANGUAGE sql SET search_path = public AS $$
  INSERT INTO order_number AS n (organization_id, year, last) VALUES (current_organization(), p_year, 1)
  ON CONFLICT (organization_id, year) DO UPDATE SET last = n.last + 1
  RETURNING last
$$;

-- What an order takes of each product, as entries for book_stock.
CREATE FUNCTION order_stock_entries(p_order uuid, p_kind "MovementKind", p_on_hand_sign integer, p_reserved_sign integer) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('product', t.product_id, 'location', l.id, 'kind', p_kind,
    'onHand', p_on_hand_sign * t.units, 'reserved', p_reserved_sign * t.units) ORDER BY t.product_id), '[]')
  FROM (
    SELECT product_id, sum(quantity * product_quantity) AS units FROM order_item
    WHERE organization_id = current_organization() AND order_id = p_order AND product_id IS NOT NULL GROUP BY 1
  ) t, stock_location l
  WHERE l.organization_id = current_organization() AND l.kind = 'own'
$$;

-- Saves a manual order: items at today's price and cost, stock reserved (and consumed when saved as shipped), roll-ups.
-- p: {id, code, channelId, status, customerName, note, actorId, lines: [{productId, quantity, unitPriceCents?}]}
-- Raises P0001 product_not_found, price_missing, channel_not_found, insufficient_stock, each with its id as detail.
CREATE FUNCTION place_order(p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public AS $$
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
  v_entries jsonb;
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

  v_entries := order_stock_entries(v_order, 'reserve', 0, 1);
  IF v_status = 'shipped' THEN v_entries := v_entries || order_stock_entries(v_order, 'ship', -1, -1); END IF;
  PERFORM book_stock('order', v_order, (p->>'actorId')::uuid, NULL, v_entries, v_backorders);
  PERFORM append_order_deltas(ARRAY[v_order], 1);
  RETURN jsonb_build_object('id', v_order, 'code', p->>'code', 'totalCents', v_total::text);
END $$;

-- Moves a manual order forward, or cancels it until it is delivered. Shipping consumes what was reserved; cancelling before shipping
-- releases it; what was shipped and is cancelled stays away until its receipt is booked.
-- Raises P0001 order_not_found, stale_version, order_not_manual, transition_refused.
CREATE FUNCTION set_order_status(p_order uuid, p_version integer, p_to "OrderStatus", p_actor uuid) RETURNS jsonb
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
  IF o.moves_stock AND o.status < 'shipped' THEN
    IF p_to = 'cancelled' THEN
      PERFORM book_stock('order', p_order, p_actor, NULL, order_stock_entries(p_order, 'release', 0, -1));
    ELSIF p_to >= 'shipped' THEN
      PERFORM book_stock('order', p_order, p_actor, NULL, order_stock_entries(p_order, 'ship', -1, -1), true);
    END IF;
  END IF;
  PERFORM append_order_deltas(ARRAY[p_order], 1);
  RETURN jsonb_build_object('from', o.status, 'to', p_to, 'version', o.version + 1);
END $$;
