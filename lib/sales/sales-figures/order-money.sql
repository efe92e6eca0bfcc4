-- Called by lib/money/campaigns/judge.ts, lib/money/fees/charged-orders.ts, lib/money/profit/order-queries.ts, lib/money/profit/tax.ts,
-- lib/sales/orders/late-payouts.ts. In SQL by write_settlements, order_list_expected, append_order_deltas, history_chance. The money of
-- these orders by kind, signed from the seller's side, of each kind the best source (API over income report over export over rule). A
-- sale without a line of its revenue, or of a fee, has that of the order; a manual order has its freight so. For a cancelled order only
-- moved money counts; an unpaid one has none. Payments beside it stand under the key 'paid'.
CREATE OR REPLACE FUNCTION order_money(p_orders uuid[])
RETURNS TABLE (
  order_id uuid, kind "MoneyKind", basis "MoneyBasis", amount_cents bigint, source "MoneySource", key text, platform_name text,
  rule_id uuid, as_of timestamptz
)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH o AS MATERIALIZED (
    SELECT id, platform, status <> 'cancelled' AS valid, platform_status = 'COMPLETED' AS completed, revenue_cents, fees_charged_cents,
      freight_paid_cents, freight_cost_cents, placed_at
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders) AND status <> 'pending'
  ), ranked AS (
    SELECT m.*, o.completed, dense_rank() OVER (PARTITION BY m.order_id, m.kind ORDER BY m.source DESC) AS place
    FROM o CROSS JOIN LATERAL (SELECT * FROM money_line l WHERE l.organization_id = current_organization() AND l.order_id = o.id OFFSET 0) m
    WHERE o.valid OR m.source IN ('income', 'api')
  ), line AS MATERIALIZED (
    SELECT order_id, kind, CASE WHEN source = 'rule' THEN 'estimated' WHEN source = 'income' OR (source = 'api' AND completed) THEN 'settled'
      ELSE 'charged' END::"MoneyBasis" AS basis,
      amount_cents, source, key, platform_name, rule_id, as_of
    FROM ranked WHERE place = 1
  ), every AS (
    SELECT 1 AS place, line.* FROM line
    UNION ALL
    SELECT 2, o.id, 'product_revenue', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", o.revenue_cents, NULL, '', NULL, NULL, o.placed_at
    FROM o WHERE o.valid
    UNION ALL
    SELECT 3, o.id, 'channel_fee', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", -o.fees_charged_cents, NULL, '', NULL, NULL, o.placed_at
    FROM o WHERE o.valid AND o.fees_charged_cents <> 0
    UNION ALL
    SELECT 3, o.id, f.kind, 'typed', f.cents, NULL, '', NULL, NULL, o.placed_at
    FROM o CROSS JOIN LATERAL (VALUES ('freight_paid'::"MoneyKind", o.freight_paid_cents), ('freight_charged', -o.freight_cost_cents)) f(kind, cents)
    WHERE o.valid AND o.platform = 'manual' AND f.cents <> 0
  ), seen AS (
    -- By windows and by one look for each order: a thousand orders are few to the planner, which would look for each row among all the others.
    SELECT e.*, bool_or(e.place = 1 AND e.kind = 'product_revenue') OVER w AS has_revenue, bool_or(e.place = 1) OVER w AS has_any
    FROM every e WINDOW w AS (PARTITION BY e.order_id)
  ), stated AS (
    SELECT n.place, n.order_id, n.kind, n.basis, n.amount_cents, n.source, n.key, n.platform_name, n.rule_id, n.as_of,
      NULL::timestamptz AS released_at, NULL::bigint AS released, NULL::bigint AS adjusted
    FROM seen n WHERE n.place = 1 OR n.place = 2 AND NOT n.has_revenue OR n.place = 3 AND NOT n.has_any
    UNION ALL
    SELECT 4, o.id, 'adjustment', 'settled', 0, NULL, 'paid', NULL, NULL, s.as_of, s.released_at, s.released_cents, s.adjusted_cents
    FROM o CROSS JOIN LATERAL (SELECT * FROM settlement s WHERE s.organization_id = current_organization() AND s.order_id = o.id OFFSET 0) s
    WHERE o.platform = 'shopee'
  ), summed AS (
    SELECT t.*, CASE WHEN t.place = 4 THEN paid_beside(t.released_at, t.released, t.adjusted, sum(t.amount_cents) OVER w,
      sum(t.amount_cents) FILTER (WHERE t.place < 4 AND is_correction(t.kind, t.source, t.key)) OVER w) ELSE t.amount_cents END AS cents
    FROM stated t WINDOW w AS (PARTITION BY t.order_id)
  )
  SELECT order_id, kind, basis, cents, source, key, platform_name, rule_id, as_of FROM summed WHERE place < 4 OR cents <> 0
$$;
REVOKE ALL ON FUNCTION order_money FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_money TO mascate_app, mascate_worker;
