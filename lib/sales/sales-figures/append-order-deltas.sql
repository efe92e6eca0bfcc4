-- Called in many places. Appends what these orders count for in the roll-ups, times p_sign: −1 before a change, +1 after. Valid orders
-- (neither pending nor cancelled) count on the day they were placed, in the company's zone. Each item bears its share of the deductions
-- by subtotal, rounded so that items, orders, products and days add up. At the end of a change the order list's rows follow.
CREATE OR REPLACE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH o AS MATERIALIZED (
    SELECT id, local_day, outlet_id, platform, coalesce(local_hour, 0) AS hour, coalesce(buyer_state, '') AS state, status, units, revenue_cents,
      fees_charged_cents, fees_estimated_cents, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), money AS MATERIALIZED (
    SELECT m.order_id, m.kind, m.basis, sum(m.amount_cents)::bigint AS amount_cents FROM order_money(p_orders) m GROUP BY 1, 2, 3
  ), paid AS (
    SELECT order_id, sum(amount_cents)::bigint AS cents FROM money WHERE kind <> 'ads' GROUP BY 1
  ), taken AS MATERIALIZED (
    SELECT o.*, CASE WHEN o.valid THEN o.revenue_cents - coalesce(paid.cents, 0) END AS deductions
    FROM o LEFT JOIN paid ON paid.order_id = o.id
  ), item AS (
    -- One look for each order: a batch of orders is one to a planner whose statistics are old, which would look for each among all items.
    SELECT t.local_day, t.outlet_id, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.quantity * i.product_quantity AS physical, i.subtotal_cents, i.price_missing, i.packaging_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost, t.deductions,
      sum(i.subtotal_cents) OVER w AS subtotal_to_here, sum(i.subtotal_cents) OVER (PARTITION BY i.order_id) AS subtotal_of_all,
      row_number() OVER w AS place
    FROM taken t CROSS JOIN LATERAL (
      SELECT * FROM order_item x WHERE x.organization_id = current_organization() AND x.order_id = t.id OFFSET 0) i
    WHERE t.valid
    WINDOW w AS (PARTITION BY i.order_id ORDER BY i.line)
  ), i AS MATERIALIZED (
    SELECT item.*, CASE WHEN subtotal_of_all > 0
        THEN round(deductions * subtotal_to_here / subtotal_of_all) - round(deductions * (subtotal_to_here - subtotal_cents) / subtotal_of_all)
        WHEN place = 1 THEN deductions ELSE 0 END AS share
    FROM item
  ), by_order AS (
    SELECT order_id, sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL) AS with_cost, sum(cost) AS cost, sum(packaging_cents) AS packaging, bool_or(price_missing) AS unpriced
    FROM i GROUP BY 1
  ), days AS (
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, hour, state, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost,
      deductions_cents, packaging_cents, unpriced)
    SELECT current_organization(), o.local_day, o.outlet_id, o.platform, o.hour, o.state, p_sign * count(*),
      p_sign * count(*) FILTER (WHERE status = 'pending'), p_sign * count(*) FILTER (WHERE status = 'confirmed'),
      p_sign * count(*) FILTER (WHERE status = 'processing'), p_sign * count(*) FILTER (WHERE status = 'shipped'),
      p_sign * count(*) FILTER (WHERE status = 'delivered'), p_sign * count(*) FILTER (WHERE status = 'cancelled'),
      p_sign * coalesce(sum(o.units) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE status = 'cancelled'), 0),
      p_sign * coalesce(sum(o.fees_charged_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(o.fees_estimated_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL AND o.fees_estimated_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(b.with_cost), 0), p_sign * coalesce(sum(b.cost), 0),
      p_sign * coalesce(sum(o.deductions), 0), p_sign * coalesce(sum(b.packaging), 0), p_sign * count(*) FILTER (WHERE b.unpriced)
    FROM taken o LEFT JOIN by_order b ON b.order_id = o.id
    GROUP BY o.local_day, o.outlet_id, o.platform, o.hour, o.state
  ), amounts AS (
    INSERT INTO money_day_delta (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT current_organization(), o.local_day, o.outlet_id, m.kind, m.basis, p_sign * count(*), p_sign * sum(m.amount_cents)
    FROM money m JOIN o ON o.id = m.order_id GROUP BY 2, 3, 4, 5
  )
  INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost,
    deductions_cents, packaging_cents, physical_units)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0),
    p_sign * sum(share), p_sign * sum(packaging_cents), p_sign * sum(physical)
  FROM i GROUP BY 2, 3, 4, 5;
  SELECT refresh_order_list(p_orders) WHERE p_sign > 0
$$;
