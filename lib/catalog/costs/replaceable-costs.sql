-- Called by lib/catalog/costs/set-cost.ts, lib/connect/catalogue-sheets/apply-catalogue.ts,
-- lib/connect/catalogue-sheets/known-products.ts. In SQL by write_catalogue_costs. The costs of products that were typed on this day and
-- whose place another of the same day takes: those from this day on, and a first cost from the beginning while no later one is known.
CREATE OR REPLACE FUNCTION replaceable_costs(p_products uuid[], p_today date) RETURNS TABLE (product_id uuid, from_day date, cost numeric)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT c.product_id, c.from_day, c.cost FROM product_cost c JOIN organization o ON o.organization_id = c.organization_id
  WHERE c.organization_id = current_organization() AND c.product_id = ANY (p_products) AND c.receipt_id IS NULL
    AND (c.from_day = p_today
      OR c.from_day = DATE '2000-01-01' AND (c.created_at AT TIME ZONE o.time_zone)::date = p_today
        AND NOT EXISTS (SELECT 1 FROM product_cost p WHERE p.organization_id = c.organization_id AND p.product_id = c.product_id
          AND p.from_day > c.from_day AND (p.from_day <> p_today OR p.receipt_id IS NOT NULL)))
$$;
REVOKE ALL ON FUNCTION replaceable_costs FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION replaceable_costs TO mascate_app, mascate_worker;
