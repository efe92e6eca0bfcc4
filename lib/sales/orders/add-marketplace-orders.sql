-- In SQL by write_marketplace_orders. Adds those of these orders that were not known (p_changed were), without their items, numbered on
-- from p_numbers by year.
CREATE OR REPLACE FUNCTION add_marketplace_orders(
  p_shop uuid, p_orders uuid[], p_rows staged_order[], p_changed uuid[], p_numbers jsonb, p_moves boolean, p_actor uuid
) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_zone text := (SELECT g.time_zone FROM organization g WHERE g.organization_id = v_org);
BEGIN
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
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  CROSS JOIN LATERAL (SELECT u.number, u.code, u.payload) r,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "placedAt" timestamptz, day date, "paidAt" timestamptz,
    "shipBy" timestamptz, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint,
    discount bigint, voucher bigint, freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean,
    moves boolean, asked boolean, "inReturn" boolean, "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState",
    "invoiceReason" text, note text)
  WHERE NOT u.id = ANY (p_changed);
END $$;
REVOKE ALL ON FUNCTION add_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_marketplace_orders TO mascate_worker;
