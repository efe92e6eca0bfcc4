-- Called by lib/orders/place-order.ts. Takes the next number of an organization's order codes in a year. Called in a statement of its own
-- (lib/db.ts, runAlone).
CREATE OR REPLACE FUNCTION next_order_number(p_year integer) RETURNS integer
LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO order_number AS n (organization_id, year, last) VALUES (current_organization(), p_year, 1)
  ON CONFLICT (organization_id, year) DO UPDATE SET last = n.last + 1
  RETURNING last
$$;
