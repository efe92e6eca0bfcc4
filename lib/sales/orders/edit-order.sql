-- Called by lib/sales/orders/edit-order.ts. Rewrites a manual order that has not left yet, as it was seen (version): its channel, customer, day,
-- lines, discount, freight and payment. Lines that stay keep their number, and with it what their kit took from stock; the discount is shared out to the
-- lines, to the cent. Roll-ups and stock follow: the ledger gets the difference. Raises order_not_found, stale_version, order_not_manual,
-- order_left, channel_not_found, product_not_found, line_not_found, day_refused, insufficient_stock.
CREATE OR REPLACE FUNCTION edit_order(p jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_id uuid := (p->>'id')::uuid;
  v_channel uuid := (p->>'channelId')::uuid;
  v_day date := (p->>'day')::date;
  v_discount bigint := (p->>'discountCents')::bigint;
  v_freight bigint;
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
  v_freight := coalesce((p->>'freightPaidCents')::bigint, o.freight_paid_cents);
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

  SELECT jsonb_build_object('channelId', o.channel_id, 'day', o.local_day, 'discountCents', o.seller_discount_cents::text,
    'freightPaidCents', o.freight_paid_cents::text, 'freightCostCents', o.freight_cost_cents::text, 'paymentMethod', o.payment_method,
    'totalCents', o.total_cents::text,
    'lines', coalesce(jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity, 'unitPriceCents', i.unit_price_cents::text) ORDER BY i.line), '[]'))
  INTO v_before FROM order_item i WHERE i.organization_id = v_org AND i.order_id = v_id;

  PERFORM append_order_deltas(ARRAY[v_id], -1);
  PERFORM lock_order_stock(ARRAY[v_id], array(SELECT l.product FROM jsonb_to_recordset(p->'lines') AS l(product uuid) WHERE o.moves_stock));

  SELECT w.units, w.gross INTO v_units, v_gross FROM write_edited_lines(v_id, p->'lines', v_discount, v_day) w;

  -- Costs are those of the day of the sale; what a company that goes by layers took off the shelf stays what it cost.
  UPDATE order_item i SET unit_cost = unit_cost_on(i.product_id, v_day)
  WHERE i.organization_id = v_org AND i.order_id = v_id AND i.product_id IS NOT NULL AND v_day <> o.local_day AND (i.unit_cost IS NULL
    OR (SELECT g.cost_rule FROM organization g WHERE g.organization_id = v_org) <> 'fifo');

  -- Another day keeps the hour of the clock; a time to come is now.
  v_placed := CASE WHEN v_day = o.local_day THEN o.placed_at
    ELSE least((v_day + (o.placed_at AT TIME ZONE v_zone)::time) AT TIME ZONE v_zone, now()) END;
  UPDATE orders SET channel_id = v_channel, outlet_id = v_channel, customer_name = p->>'customerName', local_day = v_day, placed_at = v_placed,
    local_hour = extract(hour FROM v_placed AT TIME ZONE v_zone), units = v_units, seller_discount_cents = v_discount, revenue_cents = v_gross - v_discount,
    freight_paid_cents = v_freight, total_cents = v_gross - v_discount + v_freight,
    -- What is not said stays as it was.
    freight_cost_cents = CASE WHEN p ? 'freightCostCents' THEN (p->>'freightCostCents')::bigint ELSE o.freight_cost_cents END,
    payment_method = CASE WHEN p ? 'paymentMethod' THEN (p->>'paymentMethod')::"PaymentMethod" ELSE o.payment_method END,
    -- What the channel keeps is worked out again where it has another amount to keep it of; else it stays as it was agreed on that day.
    fees_charged_cents = CASE WHEN v_channel = o.channel_id AND v_gross - v_discount = o.revenue_cents THEN o.fees_charged_cents
      ELSE (SELECT round((v_gross - v_discount) * c.fee_rate) FROM channel c WHERE c.organization_id = v_org AND c.id = v_channel) END,
    version = o.version + 1, updated_at = now()
  WHERE organization_id = v_org AND id = v_id;

  PERFORM reserve_order_stock(ARRAY[v_id], (p->>'actorId')::uuid, v_backorders);
  PERFORM append_order_deltas(ARRAY[v_id], 1);
  RETURN jsonb_build_object('version', o.version + 1, 'totalCents', (v_gross - v_discount + v_freight)::text, 'before', v_before,
    'customerChanged', o.customer_name IS DISTINCT FROM p->>'customerName');
END $$;
REVOKE ALL ON FUNCTION edit_order FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION edit_order TO mascate_app;
