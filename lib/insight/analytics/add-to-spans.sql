-- Run by the triggers on product_month. Whatever is folded into product_month is added here in the same statement's wake, so the two never
-- differ.
CREATE OR REPLACE FUNCTION add_to_spans() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost, physical_units)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost), sum(c.physical_units)
    FROM (
      SELECT organization_id, month, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents, revenue_with_cost_cents, cost, physical_units FROM after
      UNION ALL
      SELECT organization_id, month, item_key, mapped, -units, -revenue_cents, -deductions_cents, -packaging_cents, -revenue_with_cost_cents, -cost, -physical_units FROM before
    ) c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost,
      physical_units = s.physical_units + excluded.physical_units;
  ELSE
    INSERT INTO product_span AS s (organization_id, months, start, item_key, mapped, units, revenue_cents, deductions_cents, packaging_cents,
      revenue_with_cost_cents, cost, physical_units)
    SELECT c.organization_id, u.months, date_trunc(u.unit, c.month)::date, c.item_key, c.mapped, sum(c.units), sum(c.revenue_cents),
      sum(c.deductions_cents), sum(c.packaging_cents), sum(c.revenue_with_cost_cents), sum(c.cost), sum(c.physical_units)
    FROM after c CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4
    ON CONFLICT (organization_id, months, start, item_key) DO UPDATE SET
      units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents,
      deductions_cents = s.deductions_cents + excluded.deductions_cents, packaging_cents = s.packaging_cents + excluded.packaging_cents,
      revenue_with_cost_cents = s.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = s.cost + excluded.cost,
      physical_units = s.physical_units + excluded.physical_units;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER product_month_inserted AFTER INSERT ON product_month
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_to_spans();
CREATE OR REPLACE TRIGGER product_month_updated AFTER UPDATE ON product_month
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION add_to_spans();
