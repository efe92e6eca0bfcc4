-- Called by lib/sales/orders/place-order.ts. Takes the next number of an organization's order codes in a year: one that was given back, else the
-- one after the last. Called in a statement of its own (lib/core/db.ts, runAlone), which holds the row's lock no longer than that.
CREATE OR REPLACE FUNCTION next_order_number(p_year integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_number integer;
BEGIN
  IF EXISTS (SELECT 1 FROM order_number n WHERE n.organization_id = current_organization() AND n.year = p_year AND n.returned <> '{}') THEN
    SELECT n.returned[1] INTO v_number FROM order_number n WHERE n.organization_id = current_organization() AND n.year = p_year FOR UPDATE;
    IF v_number IS NOT NULL THEN
      UPDATE order_number n SET returned = n.returned[2:] WHERE n.organization_id = current_organization() AND n.year = p_year;
      RETURN v_number;
    END IF;
  END IF;
  INSERT INTO order_number AS n (organization_id, year, last) VALUES (current_organization(), p_year, 1)
  ON CONFLICT (organization_id, year) DO UPDATE SET last = n.last + 1
  RETURNING last INTO v_number;
  RETURN v_number;
END $$;
