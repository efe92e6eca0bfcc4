-- In SQL by fold_sales. Called by fold_sales, which holds the lock. Folds up to p_limit rows of appended sales into the days, hours and
-- states of each shop and channel; answers how many it took.
CREATE OR REPLACE FUNCTION fold_sales_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM sales_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM sales_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO sales_day AS d (organization_id, day, outlet_id, platform, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, unpriced)
    SELECT v_org, day, outlet_id, platform, sum(orders), sum(pending), sum(confirmed), sum(processing), sum(shipped), sum(delivered), sum(cancelled),
      sum(units), sum(gross_cents), sum(cancelled_cents), sum(fees_charged_cents), sum(gross_charged_cents), sum(fees_estimated_cents), sum(gross_estimated_cents),
      sum(revenue_with_cost_cents), sum(cost), sum(deductions_cents), sum(packaging_cents), sum(unpriced)
    FROM taken GROUP BY day, outlet_id, platform ORDER BY day, outlet_id
    ON CONFLICT (organization_id, day, outlet_id) DO UPDATE SET
      orders = d.orders + excluded.orders, pending = d.pending + excluded.pending, confirmed = d.confirmed + excluded.confirmed,
      processing = d.processing + excluded.processing, shipped = d.shipped + excluded.shipped, delivered = d.delivered + excluded.delivered,
      cancelled = d.cancelled + excluded.cancelled, units = d.units + excluded.units, gross_cents = d.gross_cents + excluded.gross_cents,
      cancelled_cents = d.cancelled_cents + excluded.cancelled_cents, fees_charged_cents = d.fees_charged_cents + excluded.fees_charged_cents,
      gross_charged_cents = d.gross_charged_cents + excluded.gross_charged_cents, fees_estimated_cents = d.fees_estimated_cents + excluded.fees_estimated_cents,
      gross_estimated_cents = d.gross_estimated_cents + excluded.gross_estimated_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost,
      deductions_cents = d.deductions_cents + excluded.deductions_cents, packaging_cents = d.packaging_cents + excluded.packaging_cents,
      unpriced = d.unpriced + excluded.unpriced
  ), valid AS (
    SELECT *, orders - pending - cancelled AS sales FROM taken
  ), hours AS (
    INSERT INTO sales_hour AS h (organization_id, day, outlet_id, hour, orders, units, gross_cents)
    SELECT v_org, day, outlet_id, hour, sum(sales), sum(units), sum(gross_cents) FROM valid GROUP BY day, outlet_id, hour ORDER BY day, outlet_id, hour
    ON CONFLICT (organization_id, day, outlet_id, hour) DO UPDATE SET
      orders = h.orders + excluded.orders, units = h.units + excluded.units, gross_cents = h.gross_cents + excluded.gross_cents
  ), states AS (
    INSERT INTO sales_state AS s (organization_id, day, outlet_id, state, orders, units, gross_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost)
    SELECT v_org, day, outlet_id, state, sum(sales), sum(units), sum(gross_cents), sum(deductions_cents), sum(packaging_cents),
      sum(revenue_with_cost_cents), sum(cost)
    FROM valid GROUP BY day, outlet_id, state ORDER BY day, outlet_id, state
    ON CONFLICT (organization_id, day, outlet_id, state) DO UPDATE SET
      orders = s.orders + excluded.orders, units = s.units + excluded.units, gross_cents = s.gross_cents + excluded.gross_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_sales_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_sales_days TO mascate_worker;
