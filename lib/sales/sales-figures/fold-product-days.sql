-- In SQL by fold_sales. Called by fold_sales, which holds the lock. Folds up to p_limit rows of appended sales of products into their
-- days and months; answers how many it took.
CREATE OR REPLACE FUNCTION fold_product_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM product_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM product_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO product_day AS d (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, physical_units)
    SELECT v_org, day, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents), sum(cost),
      sum(deductions_cents), sum(packaging_cents), sum(physical_units)
    FROM taken GROUP BY day, item_key, outlet_id, mapped ORDER BY day, item_key, outlet_id
    ON CONFLICT (organization_id, day, item_key, outlet_id) DO UPDATE SET
      units = d.units + excluded.units, revenue_cents = d.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents,
      physical_units = d.physical_units + excluded.physical_units
  ), months AS (
    INSERT INTO product_month AS m (organization_id, month, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, physical_units)
    SELECT v_org, date_trunc('month', day)::date AS month, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents),
      sum(cost), sum(deductions_cents), sum(packaging_cents), sum(physical_units)
    FROM taken GROUP BY 2, item_key, outlet_id, mapped ORDER BY 2, item_key, outlet_id
    ON CONFLICT (organization_id, month, item_key, outlet_id) DO UPDATE SET
      units = m.units + excluded.units, revenue_cents = m.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = m.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = m.cost + excluded.cost,
      deductions_cents = m.deductions_cents + excluded.deductions_cents, packaging_cents = m.packaging_cents + excluded.packaging_cents,
      physical_units = m.physical_units + excluded.physical_units
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_product_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_product_days TO mascate_worker;
