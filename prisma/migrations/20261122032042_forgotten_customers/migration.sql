-- The customers of imported sales, whose names are forgotten in time.
CREATE INDEX orders_named ON orders (organization_id, placed_at) WHERE customer_name IS NOT NULL;

-- As before, and whoever may have customers of imported sales or exports' searches to forget: those stand in tables that nobody reads across
-- companies, so each company is asked.
CREATE OR REPLACE FUNCTION list_organizations_with_expired() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT g.organization_id FROM organization g
$$;
