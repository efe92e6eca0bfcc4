-- In SQL by store_escrow, write_income. A settlement says the whole product revenue of these orders: where the price of one item alone is
-- missing, it is what the other items leave of it. With two missing nothing says how they share it, and they stay missing. The caller
-- holds the orders; the roll-ups are its own.
CREATE OR REPLACE FUNCTION price_by_revenue(p_orders uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT write_sold_prices(coalesce(jsonb_agg(jsonb_build_object('id', m.order_id, 'line', m.line, 'subtotal', r.cents - m.others, 'saved', 0)), '[]'))
  FROM (
    SELECT i.order_id, min(i.line) FILTER (WHERE i.price_missing) AS line, count(*) FILTER (WHERE i.price_missing) AS missing,
      coalesce(sum(i.subtotal_cents) FILTER (WHERE NOT i.price_missing), 0)::bigint AS others
    FROM order_item i WHERE i.organization_id = current_organization() AND i.order_id = ANY (p_orders) GROUP BY 1
  ) m CROSS JOIN LATERAL (
    SELECT sum(l.amount_cents)::bigint AS cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = m.order_id AND l.kind = 'product_revenue' AND l.source IN ('income', 'api')
    GROUP BY l.source ORDER BY l.source DESC LIMIT 1
  ) r
  WHERE m.missing = 1 AND r.cents > m.others
$$;
REVOKE ALL ON FUNCTION price_by_revenue FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION price_by_revenue TO mascate_worker;
