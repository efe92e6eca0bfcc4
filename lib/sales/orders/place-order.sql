-- In SQL by place_order_once. Saves a manual order whole: order, items, roll-ups, what it takes of the stock. The discount is shared
-- out to the lines, as edit_order does. Baskets of one company take turns (an advisory lock): before the lines where costs go by layers,
-- since keep_fifo_cost locks stock with them, otherwise before reserve_new_order_stock locks the levels in product order, which comes last. Raises
-- P0001 channel_not_found, product_not_found, price_missing, amount_too_large, discount_too_large and what reserve_new_order_stock raises.
CREATE OR REPLACE FUNCTION place_order(p jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_order uuid := (p->>'id')::uuid;
  v_status "OrderStatus" := (p->>'status')::"OrderStatus";
  v_channel uuid := (p->>'channelId')::uuid;
  v_backorders boolean;
  v_is_fifo boolean;
  v_is_basket boolean;
  v_has_channel boolean;
  v_fee_rate numeric;
  v_day date;
  v_total bigint;
  v_gross bigint;
  v_discount bigint := coalesce((p->>'discountCents')::bigint, 0);
  v_freight bigint := coalesce((p->>'freightPaidCents')::bigint, 0);
  v_products uuid[] := array(SELECT (x->>'productId')::uuid FROM jsonb_array_elements(p->'lines') x);
BEGIN
  SELECT (now() AT TIME ZONE g.time_zone)::date, g.backorders, g.cost_rule = 'fifo', c.id IS NOT NULL, c.fee_rate,
    cardinality(v_products) > 1 OR (SELECT count(*) > 1 FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = ANY (v_products))
  INTO v_day, v_backorders, v_is_fifo, v_has_channel, v_fee_rate, v_is_basket
  FROM organization g LEFT JOIN channel c ON c.organization_id = v_org AND c.id = v_channel AND c.archived_at IS NULL
  WHERE g.organization_id = v_org;
  IF v_has_channel IS NOT TRUE THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  IF v_is_basket AND v_is_fifo THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('baskets:' || v_org, 0));
  END IF;

  WITH lines AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'unitPriceCents')::bigint AS price
    FROM jsonb_array_elements(p->'lines') WITH ORDINALITY AS x(l, ord)
  ), priced AS (
    SELECT l.line, pr.id AS product, pr.sku::text AS sku, pr.title, l.quantity, coalesce(l.price, pr.price_cents) AS price,
      coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = pr.id AND c.from_day <= v_day
        ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(pr.id, v_day)) AS cost
    FROM lines l JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.id = ANY (v_products) AND pr.archived_at IS NULL
    WHERE coalesce(l.price, pr.price_cents) IS NOT NULL
  ), summed AS (
    SELECT r.*, r.quantity * r.price AS gross, sum(r.quantity * r.price) OVER (ORDER BY r.line) AS gross_to_here,
      sum(r.quantity * r.price) OVER () AS gross_of_all FROM priced r
  ), shared AS (
    SELECT s.*, CASE WHEN v_discount > 0 AND gross_of_all > 0
      THEN round(v_discount * gross_to_here / gross_of_all) - round(v_discount * (gross_to_here - gross) / gross_of_all) ELSE 0 END::bigint AS discount
    FROM summed s
  ), sums AS (
    SELECT sum(quantity)::int AS units, sum(gross)::bigint AS gross, greatest(sum(gross) - v_discount, 0)::bigint AS total FROM shared
    HAVING count(*) = cardinality(v_products) AND sum(gross) <= 999999999999
  ), head AS (
    INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, status, customer_name, note, placed_at, local_day,
      paid_at, shipped_at, units, revenue_cents, seller_discount_cents, freight_paid_cents, total_cents, fees_charged_cents, freight_cost_cents,
      payment_method, created_by)
    SELECT v_org, v_order, p->>'code', 'manual', v_channel, v_channel, v_status, p->>'customerName', p->>'note', now(), v_day,
      CASE WHEN v_status <> 'pending' THEN now() END, CASE WHEN v_status = 'shipped' THEN now() END,
      units, total, v_discount, v_freight, total + v_freight, round(total * v_fee_rate), (p->>'freightCostCents')::bigint,
      (p->>'paymentMethod')::"PaymentMethod", (p->>'actorId')::uuid FROM sums RETURNING total_cents
  ), items AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
    SELECT v_org, v_order, line, product, sku, title, quantity, price, discount, shared.gross - discount, cost FROM shared, sums
  )
  SELECT head.total_cents, sums.gross INTO v_total, v_gross FROM head, sums;
  IF v_total IS NULL THEN PERFORM refuse_order_lines(p->'lines'); END IF;
  IF v_discount > v_gross THEN RAISE EXCEPTION 'discount_too_large' USING errcode = 'P0001'; END IF;

  PERFORM append_order_deltas(ARRAY[v_order], 1);
  IF v_is_basket AND NOT v_is_fifo THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('baskets:' || v_org, 0));
  END IF;
  PERFORM reserve_new_order_stock(v_order, v_status, p->'lines', (p->>'actorId')::uuid, v_backorders);
  RETURN jsonb_build_object('id', v_order, 'code', p->>'code', 'totalCents', v_total::text);
END $$;
