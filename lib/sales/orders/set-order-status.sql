-- Called by lib/sales/orders/change-order-status.ts. Moves a manual order forward, or cancels it until it is delivered. Shipping consumes what
-- was reserved; cancelling before shipping releases it; what was shipped and is cancelled stays away until its receipt is booked. Raises
-- P0001 order_not_found, stale_version, order_not_manual, transition_refused. Its stock is settled.
CREATE OR REPLACE FUNCTION set_order_status(p_order uuid, p_version integer, p_to "OrderStatus", p_actor uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
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
  PERFORM reserve_order_stock(ARRAY[p_order], p_actor, true);
  PERFORM append_order_deltas(ARRAY[p_order], 1);
  RETURN jsonb_build_object('from', o.status, 'to', p_to, 'version', o.version + 1);
END $$;
