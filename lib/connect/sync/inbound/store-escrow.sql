-- In SQL by write_escrow. Called by write_escrow, which holds the orders. Writes what was settled of these orders (rows and prices as
-- there) in place of what a rule or an export said. Roll-ups follow.
CREATE OR REPLACE FUNCTION store_escrow(p_orders uuid[], p_rows jsonb, p_prices jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_sold uuid[];
BEGIN
  v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND (
    EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
    OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
      AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
  PERFORM append_order_deltas(p_orders, -1);
  PERFORM write_sold_prices(p_prices);
  UPDATE orders o SET fees_charged_cents = r.charged, fees_estimated_cents = NULL,
    seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(r.voucher, o.seller_voucher_cents) END,
    freight_paid_cents = coalesce(r.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
  FROM jsonb_to_recordset(p_rows) AS r(id uuid, charged bigint, voucher bigint, freight bigint)
  WHERE o.organization_id = v_org AND o.id = r.id AND r.id = ANY (p_orders);
  DELETE FROM money_line l USING jsonb_to_recordset(p_rows) AS r(id uuid, adjusted boolean)
  WHERE r.id = ANY (p_orders) AND l.organization_id = v_org AND l.order_id = r.id
    AND (r.adjusted OR NOT (l.kind = 'adjustment' OR l.key ^@ 'order_adjustment#'));
  INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
  SELECT v_org, r.id, x.kind, 'api', x.key, x.amount, x.name, r."asOf"
  FROM jsonb_to_recordset(p_rows) AS r(id uuid, "asOf" timestamptz, lines jsonb),
    jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
  WHERE r.id = ANY (p_orders);
  PERFORM price_by_revenue(p_orders);
  PERFORM append_order_deltas(p_orders, 1);
END $$;
REVOKE ALL ON FUNCTION store_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION store_escrow TO mascate_worker;
