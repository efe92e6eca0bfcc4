CREATE TABLE "former_entity" (
    "organization_id" UUID NOT NULL,
    "outlet_id" UUID NOT NULL,
    "until_day" DATE NOT NULL,
    "legal_entity_id" UUID NOT NULL,

    CONSTRAINT "former_entity_pkey" PRIMARY KEY ("organization_id","outlet_id","until_day")
);

ALTER TABLE "former_entity" ADD CONSTRAINT "former_entity_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

SET LOCAL check_function_bodies = off;

-- from lib/identity/auth/visible-outlets.sql
CREATE OR REPLACE FUNCTION visible_outlets() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  IF visible_entities() IS NULL THEN RETURN NULL; END IF;
  RETURN outlets_of(visible_entities());
END $$;

-- from lib/identity/settings/entity-on.sql
CREATE OR REPLACE FUNCTION entity_on(p_outlet uuid, p_day date) RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE COST 1 SET search_path = public, pg_temp AS $$
BEGIN
  RETURN coalesce(
    (SELECT f.legal_entity_id FROM former_entity f
      WHERE f.organization_id = current_organization() AND f.outlet_id = p_outlet AND f.until_day > p_day ORDER BY f.until_day LIMIT 1),
    (SELECT s.legal_entity_id FROM shop s WHERE s.organization_id = current_organization() AND s.id = p_outlet),
    (SELECT c.legal_entity_id FROM channel c WHERE c.organization_id = current_organization() AND c.id = p_outlet));
END $$;

-- from lib/identity/settings/moved-outlets.sql
CREATE OR REPLACE FUNCTION moved_outlets() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT outlet_id FROM former_entity WHERE organization_id = current_organization());
END $$;

-- from lib/identity/settings/outlets-of.sql
CREATE OR REPLACE FUNCTION outlets_of(p_entities uuid[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT id FROM shop WHERE organization_id = current_organization() AND legal_entity_id = ANY (p_entities)
    UNION ALL SELECT id FROM channel WHERE organization_id = current_organization() AND legal_entity_id = ANY (p_entities)
    UNION SELECT outlet_id FROM former_entity WHERE organization_id = current_organization() AND legal_entity_id = ANY (p_entities));
END $$;

-- from lib/money/fees/list-shop-sellers.sql
CREATE OR REPLACE FUNCTION list_shop_sellers() RETURNS TABLE (shop_id uuid, until_day date, seller_type "SellerType")
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, h.until_day, e.seller_type FROM shop s
  CROSS JOIN LATERAL (
    SELECT NULL::date AS until_day, s.legal_entity_id
    UNION ALL SELECT f.until_day, f.legal_entity_id FROM former_entity f WHERE f.organization_id = current_organization() AND f.outlet_id = s.id
  ) h JOIN legal_entity e ON e.organization_id = current_organization() AND e.id = h.legal_entity_id
  WHERE s.organization_id = current_organization() ORDER BY s.id, h.until_day
$$;
REVOKE ALL ON FUNCTION list_shop_sellers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_shop_sellers TO mascate_app, mascate_worker;

-- from lib/money/month-close/require-month-order.sql
CREATE OR REPLACE FUNCTION require_month_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_last date; v_first date; v_sold date; v_today date;
BEGIN
  SELECT max(c.month) FILTER (WHERE c.reopened_at IS NULL), min(c.month) INTO v_last, v_first FROM month_close c
  WHERE c.organization_id = NEW.organization_id AND c.legal_entity_id = NEW.legal_entity_id;
  SELECT (now() AT TIME ZONE o.time_zone)::date INTO v_today FROM organization o WHERE o.organization_id = NEW.organization_id;
  IF NEW.reopened_at IS NOT NULL OR NEW.month <> (v_last + interval '1 month')::date OR NEW.month + interval '1 month' > v_today THEN
    RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
  END IF;
  IF v_last IS NULL AND NEW.month <> v_first THEN
    SELECT min(s.day) INTO v_sold FROM (
      SELECT day, outlet_id FROM sales_day WHERE organization_id = NEW.organization_id
      UNION ALL SELECT day, outlet_id FROM sales_day_delta WHERE organization_id = NEW.organization_id
    ) s WHERE s.outlet_id = ANY (outlets_of(ARRAY[NEW.legal_entity_id]))
      AND (s.outlet_id <> ALL (moved_outlets()) OR entity_on(s.outlet_id, s.day) = NEW.legal_entity_id);
    IF NEW.month > v_first OR v_sold IS NULL OR NEW.month < date_trunc('month', v_sold)::date THEN
      RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
    END IF;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION require_month_order FROM PUBLIC, mascate_app, mascate_worker;

-- from lib/sales/orders/search-orders-by-title.sql
CREATE OR REPLACE FUNCTION search_orders_by_title(
  p_patterns text[], p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_backwards boolean, p_limit integer,
  p_outlets uuid[] DEFAULT NULL::uuid[]
)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  few constant integer := 5000;
  newest constant integer := greatest(10000, 4 * p_limit);
  v_org constant uuid := current_organization();
  v_entities constant uuid[] := nullif(current_setting('app.legal_entities', true), '')::uuid[];
  v_order constant text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_range text := 'd.organization_id = $1';
  v_outlets uuid[] := p_outlets;
  v_outlet text := '';
  v_items constant text := 'SELECT i.order_id FROM order_item i WHERE i.organization_id = $1 AND i.product_id = ANY ($2)
    UNION ALL SELECT i.order_id FROM order_item i WHERE i.organization_id = $1 AND i.listing_id = ANY ($3)';
  v_end constant text := format(' ORDER BY %s LIMIT %s)', v_order, coalesce(p_limit::text, 'ALL'));
  v_products uuid[];
  v_listings uuid[];
  v_few boolean;
  v_ids uuid[];
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  v_products := ARRAY(SELECT p.id FROM product p
    WHERE p.organization_id = v_org AND p.words LIKE ALL (p_patterns) AND search_text(p.title) LIKE ALL (p_patterns));
  v_listings := ARRAY(SELECT l.id FROM listing l
    WHERE l.organization_id = v_org AND search_text(concat_ws(' ', l.title, l.variation)) LIKE ALL (p_patterns));
  IF cardinality(v_products) + cardinality(v_listings) = 0 THEN RETURN; END IF;

  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM unnest(outlets_of(v_entities)) x(id) WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_outlet := ' AND d.outlet_id = ANY ($8)'; END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || ' AND d.placed_at >= $4'; END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || ' AND d.placed_at < $5'; END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(' AND (d.placed_at, d.order_id) %s ($6, $7)', CASE WHEN p_backwards THEN '>' ELSE '<' END);
  END IF;

  EXECUTE format('SELECT count(*) <= %s FROM (%s LIMIT %s) few', few, v_items, few + 1) INTO v_few USING v_org, v_products, v_listings;
  IF p_limit IS NOT NULL AND NOT v_few THEN
    -- Each limit keeps the planner from reading all items, or all orders, to find out in what order they come.
    EXECUTE format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_list d WHERE %s ORDER BY %s LIMIT %s) d
        CROSS JOIN LATERAL (SELECT FROM order_item i WHERE i.organization_id = $1 AND i.order_id = d.order_id
          AND (i.product_id = ANY ($2) OR i.listing_id = ANY ($3)) LIMIT 1) i WHERE true%s', v_range, v_order, newest, v_outlet) || v_end
    INTO v_ids USING v_org, v_products, v_listings, p_from, p_until, p_at, p_id, v_outlets;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  EXECUTE format('WITH item AS MATERIALIZED (SELECT DISTINCT order_id FROM (%s) i), hit AS MATERIALIZED (
      SELECT d.order_id, d.placed_at FROM item CROSS JOIN LATERAL (
        SELECT * FROM order_list x WHERE x.organization_id = $1 AND x.order_id = item.order_id LIMIT 1) d WHERE %s%s)
    SELECT ARRAY(SELECT d.order_id FROM hit d', v_items, v_range, v_outlet) || v_end
  INTO v_ids USING v_org, v_products, v_listings, p_from, p_until, p_at, p_id, v_outlets;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders_by_title FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION search_orders_by_title TO mascate_app, mascate_worker;

-- from lib/sales/orders/search-orders.sql
CREATE OR REPLACE FUNCTION search_orders(
  p_patterns text[], p_buyers boolean, p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid, p_backwards boolean,
  p_limit integer, p_outlets uuid[] DEFAULT NULL::uuid[], p_product uuid DEFAULT NULL::uuid
)
RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  newest constant integer := CASE WHEN p_product IS NULL THEN least(greatest(1000, 10 * p_limit), 10000) ELSE 10000 END;
  few constant integer := 5000;
  v_org constant uuid := current_organization();
  v_entities constant uuid[] := nullif(current_setting('app.legal_entities', true), '')::uuid[];
  v_range text := format('d.organization_id = %L', v_org);
  v_order text := CASE WHEN p_backwards THEN 'd.placed_at, d.order_id' ELSE 'd.placed_at DESC, d.order_id DESC' END;
  v_outlets uuid[] := p_outlets;
  v_match text;
  v_walk text;
  v_matching text;
  v_ids uuid[];
  v_many boolean;
  v_few boolean := false;
  v_items constant text := format('SELECT i.order_id FROM order_item i WHERE i.organization_id = %L AND i.product_id = %L', v_org, p_product);
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  SELECT string_agg(format(CASE WHEN p_buyers THEN '(d.words LIKE %1$L OR d.buyer_words LIKE %1$L)' ELSE 'd.words LIKE %1$L' END, p), ' AND ')
  INTO v_match FROM unnest(p_patterns) p;
  IF p_product IS NOT NULL THEN
    SELECT format($m$(' ' || d.words || ' ') LIKE %L$m$, '% ' || regexp_replace(search_text(p.sku::text), '([\\%_])', '\\\1', 'g') || ' %') INTO v_match
    FROM product p WHERE p.organization_id = v_org AND p.id = p_product;
  END IF;
  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM unnest(outlets_of(v_entities)) x(id) WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_match := v_match || format(' AND d.outlet_id = ANY (%L::uuid[])', v_outlets); END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at >= %L', p_from); END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at < %L', p_until); END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(CASE WHEN p_backwards THEN ' AND (d.placed_at, d.order_id) > (%L::timestamptz, %L::uuid)'
      ELSE ' AND (d.placed_at, d.order_id) < (%L::timestamptz, %L::uuid)' END, p_at, p_id);
  END IF;
  -- The inner limit keeps the words out of the reading of the index by time.
  v_walk := format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_list d WHERE %s ORDER BY %s LIMIT ', v_range, v_order);
  v_matching := format(') d WHERE %s ORDER BY %s LIMIT %s)', v_match, v_order, coalesce(p_limit::text, 'ALL'));

  -- A product that few orders hold is found by them; one that many hold, among the newest.
  IF p_product IS NOT NULL THEN EXECUTE format('SELECT count(*) <= %s FROM (%s LIMIT %s) few', few, v_items, few + 1) INTO v_few; END IF;
  IF p_limit IS NOT NULL AND NOT v_few THEN
    EXECUTE v_walk || newest || v_matching INTO v_ids;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  IF p_product IS NOT NULL THEN
    EXECUTE format('WITH item AS MATERIALIZED (SELECT DISTINCT order_id FROM (%s) i), hit AS MATERIALIZED (
        SELECT d.order_id, d.placed_at FROM item CROSS JOIN LATERAL (
          SELECT * FROM order_list x WHERE x.organization_id = %L AND x.order_id = item.order_id LIMIT 1) d WHERE %s %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_items, v_org, v_range,
      CASE WHEN v_outlets IS NOT NULL THEN format('AND d.outlet_id = ANY (%L::uuid[])', v_outlets) ELSE '' END, v_order, coalesce(p_limit::text, 'ALL'))
    INTO v_ids;
    RETURN QUERY SELECT unnest(v_ids);
    RETURN;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM order_list d WHERE %s ORDER BY %s OFFSET %s LIMIT 1)', v_range, v_order, few) INTO v_many;
  IF v_many THEN
    EXECUTE format('WITH hit AS MATERIALIZED (SELECT d.order_id, d.placed_at FROM order_list d WHERE %s AND %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_range, v_match, v_order, coalesce(p_limit::text, 'ALL')) INTO v_ids;
  ELSE
    EXECUTE v_walk || few || v_matching INTO v_ids;
  END IF;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION search_orders TO mascate_app, mascate_worker;

-- from lib/identity/settings/policies.sql
ALTER TABLE former_entity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON former_entity FROM PUBLIC, mascate_app, mascate_worker;
GRANT SELECT, INSERT, DELETE ON former_entity TO mascate_app, mascate_worker;

-- from lib/connect/money-reports/policies.sql
DROP POLICY IF EXISTS entity ON shop_adjustment;
CREATE POLICY entity ON shop_adjustment AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, local_day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/connect/shop-performance/policies.sql
DROP POLICY IF EXISTS entity ON shop_day_stat;
CREATE POLICY entity ON shop_day_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/connect/shops/policies.sql
DROP POLICY IF EXISTS entity ON shop;
CREATE POLICY entity ON shop AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE ((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) OR (EXISTS ( SELECT 1 FROM former_entity f WHERE ((f.organization_id = current_organization()) AND (f.outlet_id = shop.id) AND (f.legal_entity_id = ANY ((SELECT visible_entities())::uuid[])))))) END);

-- from lib/identity/settings/policies.sql
DROP POLICY IF EXISTS entity ON channel;
CREATE POLICY entity ON channel AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE ((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])) OR (EXISTS ( SELECT 1 FROM former_entity f WHERE ((f.organization_id = current_organization()) AND (f.outlet_id = channel.id) AND (f.legal_entity_id = ANY ((SELECT visible_entities())::uuid[])))))) END);

-- from lib/identity/settings/policies.sql
DROP POLICY IF EXISTS tenant ON former_entity;
CREATE POLICY tenant ON former_entity USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON buyer_delta;
CREATE POLICY entity ON buyer_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR ((entity_on(outlet_id, month) = ANY ((SELECT visible_entities())::uuid[])) AND (entity_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date) = ANY ((SELECT visible_entities())::uuid[]))))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON buyer_month;
CREATE POLICY entity ON buyer_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR ((entity_on(outlet_id, month) = ANY ((SELECT visible_entities())::uuid[])) AND (entity_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date) = ANY ((SELECT visible_entities())::uuid[]))))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON cohort_month;
CREATE POLICY entity ON cohort_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR ((entity_on(outlet_id, month) = ANY ((SELECT visible_entities())::uuid[])) AND (entity_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date) = ANY ((SELECT visible_entities())::uuid[]))))), false) END);

-- from lib/insight/analytics/policies.sql
DROP POLICY IF EXISTS entity ON product_month;
CREATE POLICY entity ON product_month AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR ((entity_on(outlet_id, month) = ANY ((SELECT visible_entities())::uuid[])) AND (entity_on(outlet_id, ((month + '1 mon'::interval) - '1 day'::interval)::date) = ANY ((SELECT visible_entities())::uuid[]))))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON product_day;
CREATE POLICY entity ON product_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON product_day_delta;
CREATE POLICY entity ON product_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_day;
CREATE POLICY entity ON sales_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_day_delta;
CREATE POLICY entity ON sales_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_hour;
CREATE POLICY entity ON sales_hour AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/insight/dashboard/policies.sql
DROP POLICY IF EXISTS entity ON sales_state;
CREATE POLICY entity ON sales_state AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/ads/policies.sql
DROP POLICY IF EXISTS entity ON ads_spend;
CREATE POLICY entity ON ads_spend AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/expenses/policies.sql
DROP POLICY IF EXISTS entity ON expense;
CREATE POLICY entity ON expense AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_entities()) IS NULL) THEN true ELSE COALESCE((legal_entity_id = ANY ((SELECT visible_entities())::uuid[])), ((COALESCE(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[])) AND ((COALESCE(shop_id, channel_id) <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(COALESCE(shop_id, channel_id), due_on) = ANY ((SELECT visible_entities())::uuid[])))), ((SELECT sole_entity()) = ANY ((SELECT visible_entities())::uuid[])), false) END);

-- from lib/money/profit/policies.sql
DROP POLICY IF EXISTS entity ON money_day;
CREATE POLICY entity ON money_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/profit/policies.sql
DROP POLICY IF EXISTS entity ON money_day_delta;
CREATE POLICY entity ON money_day_delta AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/reconciliation/policies.sql
DROP POLICY IF EXISTS entity ON discrepancy_day;
CREATE POLICY entity ON discrepancy_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/reconciliation/policies.sql
DROP POLICY IF EXISTS entity ON settlement;
CREATE POLICY entity ON settlement AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, local_day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/reconciliation/policies.sql
DROP POLICY IF EXISTS entity ON settlement_day;
CREATE POLICY entity ON settlement_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/wallet/policies.sql
DROP POLICY IF EXISTS entity ON wallet_day;
CREATE POLICY entity ON wallet_day AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/money/wallet/policies.sql
DROP POLICY IF EXISTS entity ON wallet_transaction;
CREATE POLICY entity ON wallet_transaction AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(shop_id, local_day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/sales/dispatch/policies.sql
DROP POLICY IF EXISTS entity ON package;
CREATE POLICY entity ON package AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (EXISTS ( SELECT 1 FROM orders o WHERE ((o.organization_id = current_organization()) AND (o.id = package.order_id)))))), false) END);

-- from lib/sales/orders/policies.sql
DROP POLICY IF EXISTS entity ON orders;
CREATE POLICY entity ON orders AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((outlet_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((outlet_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (entity_on(outlet_id, local_day) = ANY ((SELECT visible_entities())::uuid[])))), false) END);

-- from lib/sales/returns/policies.sql
DROP POLICY IF EXISTS entity ON order_return;
CREATE POLICY entity ON order_return AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker
  USING (CASE WHEN ((SELECT visible_outlets()) IS NULL) THEN true ELSE COALESCE(((shop_id = ANY ((SELECT visible_outlets())::uuid[])) AND ((shop_id <> ALL ((SELECT moved_outlets())::uuid[])) OR (EXISTS ( SELECT 1 FROM orders o WHERE ((o.organization_id = current_organization()) AND (o.id = order_return.order_id)))))), false) END);
