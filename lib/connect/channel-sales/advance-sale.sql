-- In SQL by change_channel_sale. Called by apply_sales_batch, which has locked the order and its stock, taken it out of the sums and
-- settles its stock afterwards. Moves a sale on to where a later sheet says that it stands. One that was shipped and is cancelled waits
-- for its goods, as by set_order_status.
CREATE OR REPLACE FUNCTION advance_sale(p_order uuid, p_to "OrderStatus") RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE orders SET status = p_to, version = version + 1, updated_at = now(),
    paid_at = coalesce(paid_at, CASE WHEN p_to <> 'cancelled' THEN now() END),
    shipped_at = coalesce(shipped_at, CASE WHEN p_to IN ('shipped', 'delivered') THEN now() END),
    delivered_at = coalesce(delivered_at, CASE WHEN p_to = 'delivered' THEN now() END),
    cancelled_at = CASE WHEN p_to = 'cancelled' THEN now() END
  WHERE organization_id = current_organization() AND id = p_order
$$;
REVOKE ALL ON FUNCTION advance_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION advance_sale TO mascate_worker;
