-- Called by lib/sales/sales-figures/product-sales.ts, lib/sales/sales-figures/sales-series.ts. In SQL by visible_outlets, visible_on. In
-- the policies of 12 tables. The legal entities that the transaction may see; NULL: all of them. Holds for the roles that serve people:
-- the named functions run as the owner, who sees the whole company.
CREATE OR REPLACE FUNCTION visible_entities() RETURNS uuid[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN current_user IN ('mascate_app', 'mascate_worker') THEN nullif(current_setting('app.legal_entities', true), '')::uuid[] END
$$;
