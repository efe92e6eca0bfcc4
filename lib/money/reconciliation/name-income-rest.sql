-- Called by lib/money/reconciliation/reconcile-orders.ts. An amount that an income row has left without a name is, to the cent, the order's
-- affiliates' charge or its service fee where a report of these says so and the order has no line of that kind: the line is called so. No
-- sum changes but that of the stated fees. Locks as write_income does. Answers the number of lines.
CREATE OR REPLACE FUNCTION name_income_rest(p_shop uuid, p_codes text[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_named jsonb;
  v_orders uuid[];
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM order_fee_detail f JOIN orders o ON o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = f.external_code
    JOIN money_line m ON m.organization_id = v_org AND m.order_id = o.id AND m.source = 'income' AND m.kind = 'other' AND split_part(m.key, '#', 1) = 'rest'
    WHERE f.organization_id = v_org AND f.shop_id = p_shop AND f.external_code = ANY (p_codes)) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  WITH reported AS MATERIALIZED (
    SELECT f.external_code, CASE f.report WHEN 'affiliates' THEN 'affiliate' ELSE 'service' END::"MoneyKind" AS kind, abs(sum(f.amount_cents)) AS cents
    FROM order_fee_detail f WHERE f.organization_id = v_org AND f.shop_id = p_shop AND f.external_code = ANY (p_codes)
      AND f.report IN ('affiliates', 'service_fees') GROUP BY 1, f.report
  ), named AS (
    SELECT DISTINCT ON (l.order_id) l.order_id, l.key, r.kind, r.cents
    FROM reported r
    JOIN orders o ON o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = r.external_code
    CROSS JOIN LATERAL (SELECT * FROM money_line m WHERE m.organization_id = v_org AND m.order_id = o.id AND m.source = 'income' OFFSET 0) l
    WHERE r.cents > 0 AND l.kind = 'other' AND split_part(l.key, '#', 1) = 'rest' AND l.amount_cents = -r.cents AND NOT EXISTS (
      SELECT 1 FROM money_line m WHERE m.organization_id = v_org AND m.order_id = o.id AND m.kind = r.kind AND m.source IN ('income', 'api'))
    ORDER BY l.order_id, r.kind, l.key
  )
  SELECT jsonb_agg(to_jsonb(n)), coalesce(array_agg(n.order_id), '{}') INTO v_named, v_orders FROM named n;
  IF cardinality(v_orders) = 0 THEN
    RETURN 0;
  END IF;
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) ORDER BY o.id FOR UPDATE;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE money_line l SET kind = n.kind, platform_name = CASE n.kind WHEN 'affiliate' THEN 'Taxa de comissão Afiliados do Vendedor' ELSE 'Taxa de serviço' END,
    key = CASE n.kind WHEN 'affiliate' THEN 'order_ams_commission_fee' ELSE 'service_fee' END || substr(l.key, length('rest') + 1)
  FROM jsonb_to_recordset(v_named) AS n(order_id uuid, key text, kind "MoneyKind")
  WHERE l.organization_id = v_org AND l.order_id = n.order_id AND l.source = 'income' AND l.kind = 'other' AND l.key = n.key;
  UPDATE orders o SET fees_charged_cents = coalesce(o.fees_charged_cents, 0) + n.cents, version = o.version + 1, updated_at = now()
  FROM jsonb_to_recordset(v_named) AS n(order_id uuid, cents bigint) WHERE o.organization_id = v_org AND o.id = n.order_id;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION name_income_rest FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION name_income_rest TO mascate_worker;
