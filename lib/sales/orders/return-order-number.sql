-- Called by lib/sales/orders/place-order.ts. Gives back a number that no order has: its order was refused, or was there already. Called in a
-- statement of its own, as next_order_number is.
CREATE OR REPLACE FUNCTION return_order_number(p_year integer, p_number integer) RETURNS integer
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE order_number n SET last = CASE WHEN n.last = p_number THEN n.last - 1 ELSE n.last END,
    returned = CASE WHEN n.last = p_number THEN n.returned ELSE n.returned || p_number END
  WHERE n.organization_id = current_organization() AND n.year = p_year AND n.last >= p_number AND NOT p_number = ANY (n.returned)
  RETURNING n.last
$$;
