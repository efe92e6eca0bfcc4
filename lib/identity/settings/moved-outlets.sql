-- Called by lib/identity/settings/held-by.ts, lib/sales/sales-figures/product-sales.ts. In SQL by shared_expense_parts,
-- require_month_order. The shops and channels that were of another legal entity before: the day of their rows says of which they were
-- (entity_on).
CREATE OR REPLACE FUNCTION moved_outlets() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT outlet_id FROM former_entity WHERE organization_id = current_organization());
END $$;
