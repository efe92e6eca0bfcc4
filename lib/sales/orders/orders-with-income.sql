-- In SQL by write_income, change_marketplace_orders, write_marketplace_orders. Those of these orders whose own row of an income report is
-- here, which says all that they brought: one without a refund's number, or one that tells what was sold.
CREATE OR REPLACE FUNCTION orders_with_income(p_orders uuid[]) RETURNS uuid[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT l.order_id), '{}') FROM money_line l
  WHERE l.organization_id = current_organization() AND l.order_id = ANY (p_orders) AND l.source = 'income'
    AND (strpos(l.key, '#') = 0 OR l.kind = 'product_revenue' AND l.amount_cents <> 0)
$$;
REVOKE ALL ON FUNCTION orders_with_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION orders_with_income TO mascate_worker;
