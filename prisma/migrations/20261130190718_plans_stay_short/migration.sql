SET LOCAL check_function_bodies = off;

-- from lib/identity/settings/visible-on.sql
CREATE OR REPLACE FUNCTION visible_on(p_outlet uuid, p_day date) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN entity_on(p_outlet, p_day) = ANY (visible_entities());
END $$;

-- from lib/sales/orders/visible-order.sql
CREATE OR REPLACE FUNCTION visible_order(p_order uuid) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = current_organization() AND o.id = p_order);
END $$;

-- from lib/sales/sales-figures/append-order-deltas.sql
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

-- from lib/connect/money-reports/policies.sql
DROP POLICY IF EXISTS entity ON shop_adjustment;
CREATE POLICY entity ON shop_adjustment AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, local_day))), false) END);

-- from lib/connect/shop-performance/policies.sql
DROP POLICY IF EXISTS entity ON shop_day_stat;
CREATE POLICY entity ON shop_day_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON buyer_delta;
CREATE POLICY entity ON buyer_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON buyer_month;
CREATE POLICY entity ON buyer_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON cohort_month;
CREATE POLICY entity ON cohort_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON product_month;
CREATE POLICY entity ON product_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (visible_on(outlet_id, month) AND visible_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date)))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON product_day;
CREATE POLICY entity ON product_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON product_day_delta;
CREATE POLICY entity ON product_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_day;
CREATE POLICY entity ON sales_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_day_delta;
CREATE POLICY entity ON sales_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_hour;
CREATE POLICY entity ON sales_hour AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_state;
CREATE POLICY entity ON sales_state AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/money/ads/policies.sql
DROP POLICY IF EXISTS entity ON ads_spend;
CREATE POLICY entity ON ads_spend AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

-- from lib/money/expenses/policies.sql
DROP POLICY IF EXISTS entity ON expense;
CREATE POLICY entity ON expense AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), ((COALESCE(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[])) AND ((COALESCE(shop_id, channel_id) <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(COALESCE(shop_id, channel_id), due_on))), ((SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[])), false) END);

-- from lib/money/profit/policies.sql
DROP POLICY IF EXISTS entity ON money_day;
CREATE POLICY entity ON money_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/money/profit/policies.sql
DROP POLICY IF EXISTS entity ON money_day_delta;
CREATE POLICY entity ON money_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, day))), false) END);

-- from lib/money/reconciliation/policies.sql
DROP POLICY IF EXISTS entity ON discrepancy_day;
CREATE POLICY entity ON discrepancy_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

-- from lib/money/reconciliation/policies.sql
DROP POLICY IF EXISTS entity ON settlement;
CREATE POLICY entity ON settlement AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, local_day))), false) END);

-- from lib/money/reconciliation/policies.sql
DROP POLICY IF EXISTS entity ON settlement_day;
CREATE POLICY entity ON settlement_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

-- from lib/money/wallet/policies.sql
DROP POLICY IF EXISTS entity ON wallet_day;
CREATE POLICY entity ON wallet_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, day))), false) END);

-- from lib/money/wallet/policies.sql
DROP POLICY IF EXISTS entity ON wallet_transaction;
CREATE POLICY entity ON wallet_transaction AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(shop_id, local_day))), false) END);

-- from lib/sales/dispatch/policies.sql
DROP POLICY IF EXISTS entity ON fiscal_document;
CREATE POLICY entity ON fiscal_document AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE visible_order(order_id) END);

-- from lib/sales/dispatch/policies.sql
DROP POLICY IF EXISTS entity ON package;
CREATE POLICY entity ON package AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_order(order_id))), false) END);

-- from lib/sales/orders/policies.sql
DROP POLICY IF EXISTS entity ON orders;
CREATE POLICY entity ON orders AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_on(outlet_id, local_day))), false) END);

-- from lib/sales/returns/policies.sql
DROP POLICY IF EXISTS entity ON order_return;
CREATE POLICY entity ON order_return AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR visible_order(order_id))), false) END);
