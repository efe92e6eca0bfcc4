-- Called by lib/money/expenses/place.ts, lib/money/month-close/pack/inventory.ts, lib/money/profit/queries.ts. In SQL by
-- shared_expense_parts. In the policies of 2 tables. The one legal entity of a company, for every reader: rows of the whole company are
-- its own. NULL: there are several.
CREATE OR REPLACE FUNCTION sole_entity() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN count(*) = 1 THEN (array_agg(id))[1] END FROM legal_entity
  WHERE organization_id = current_organization() AND archived_at IS NULL
$$;
REVOKE ALL ON FUNCTION sole_entity FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION sole_entity TO mascate_app, mascate_worker;
