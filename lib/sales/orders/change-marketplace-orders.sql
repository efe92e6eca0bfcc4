-- In SQL by write_marketplace_orders. Called by write_marketplace_orders, which holds the orders. Changes those of these orders that were
-- known (p_changed) to what their rows say, without their items.
CREATE OR REPLACE FUNCTION change_marketplace_orders(p_shop uuid, p_by_platform boolean, p_orders uuid[], p_rows staged_order[], p_changed uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_settled uuid[] := orders_with_income(p_changed);
BEGIN
  -- What a source leaves empty is not taken away from what is known; an order's answer says nothing of what was charged, and a sheet adds
  -- nothing to an income report.
  UPDATE orders o SET shop_id = p_shop, outlet_id = p_shop, status = p.status, platform_status = p."platformStatus", paid_at = coalesce(p."paidAt", o.paid_at),
    ship_by = coalesce(p."shipBy", o.ship_by), shipped_at = coalesce(p."shippedAt", o.shipped_at),
    delivered_at = coalesce(p."deliveredAt", o.delivered_at),
    -- One that is alive again was never cancelled, whatever its first answer said.
    cancelled_at = CASE WHEN p.status = 'cancelled' THEN coalesce(p."cancelledAt", o.cancelled_at) END,
    cancel_confirmed_at = CASE WHEN p.status = 'cancelled' THEN o.cancel_confirmed_at END,
    units = p.units, revenue_cents = p.revenue, seller_discount_cents = coalesce(p.discount, o.seller_discount_cents),
    seller_voucher_cents = coalesce(p.voucher, o.seller_voucher_cents), freight_paid_cents = coalesce(p.freight, o.freight_paid_cents), total_cents = CASE WHEN p.unsaid ? 'total' THEN o.total_cents ELSE p.total END,
    fees_charged_cents = CASE WHEN o.id = ANY (v_settled) THEN o.fees_charged_cents WHEN p_by_platform OR p.unsaid ?& array['commission', 'service'] THEN coalesce(p.charged, o.fees_charged_cents) ELSE p.charged END,
    fees_estimated_cents = CASE WHEN o.id = ANY (v_settled) OR p.unsaid ?& array['commission', 'service'] AND o.fees_charged_cents IS NOT NULL THEN NULL ELSE p.estimated END,
    tracking_number = coalesce(p.tracking, o.tracking_number), buyer_key = coalesce(o.buyer_key, decode(p."buyerKey", 'hex')),
    fulfilled_by_platform = p.fulfilled, cancellation_asked = coalesce(p.asked, o.cancellation_asked), in_return = coalesce(p."inReturn", o.in_return),
    cancel_reason = coalesce(p."cancelReason", o.cancel_reason), cancelled_by = coalesce(p."cancelBy", o.cancelled_by), carrier = coalesce(p.carrier, o.carrier),
    invoice_state = coalesce(p."invoiceState", o.invoice_state),
    invoice_reason = CASE WHEN p."invoiceState" IS NULL THEN o.invoice_reason ELSE p."invoiceReason" END, platform_note = coalesce(p.note, o.platform_note),
    buyer_state = coalesce(nullif(u.payload->'buyer'->>'state', ''), o.buyer_state),
    is_history = false, version = o.version + 1, updated_at = now()
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload) AS p(status "OrderStatus", "platformStatus" text, "paidAt" timestamptz, "shipBy" timestamptz,
    "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint, discount bigint, voucher bigint,
    freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean, asked boolean, "inReturn" boolean,
    "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState", "invoiceReason" text, note text, unsaid jsonb)
  WHERE o.organization_id = v_org AND o.id = u.id AND u.id = ANY (p_changed);
END $$;
REVOKE ALL ON FUNCTION change_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION change_marketplace_orders TO mascate_worker;
