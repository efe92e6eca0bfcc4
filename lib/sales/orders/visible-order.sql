-- In the policies of 3 tables. Whether the reader sees this order. In PL/pgSQL, since it runs once a row: its plan is kept, and the plan of
-- each statement stays short.
CREATE OR REPLACE FUNCTION visible_order(p_order uuid) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = current_organization() AND o.id = p_order);
END $$;
