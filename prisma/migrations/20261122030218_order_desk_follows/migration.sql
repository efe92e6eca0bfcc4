-- ---------------------------------------------------------------- whose an order is stands beside its words

ALTER TABLE "order_desk" ADD COLUMN "outlet_id" UUID;
DO $$
DECLARE
  v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    UPDATE order_desk d SET outlet_id = o.outlet_id FROM orders o
    WHERE d.organization_id = v_org AND o.organization_id = v_org AND o.id = d.order_id;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
ALTER TABLE "order_desk" ALTER COLUMN "outlet_id" SET NOT NULL;

-- ---------------------------------------------------------------- what a row of the desk says

-- What the rows of these orders should say: refresh_order_desk writes it, db:verify holds what is kept against it. Without a search_path of
-- its own, so that it becomes part of the query that calls it.
CREATE FUNCTION order_desk_expected(p_orders uuid[]) RETURNS TABLE (organization_id uuid, order_id uuid, outlet_id uuid, placed_at timestamptz,
  revenue_cents bigint, margin_cents bigint, unmapped boolean, words text, buyer_words text) LANGUAGE sql STABLE AS $$
  SELECT o.organization_id, o.id, o.outlet_id, o.placed_at, o.revenue_cents,
    -- What a sale leaves before taxes once its goods and their packaging are paid; what only moves to the balance for ads is no cost.
    -- Unknown while the cost of one item is, and for what is no sale.
    CASE WHEN o.status NOT IN ('pending', 'cancelled') THEN (m.cents - i.cost * 100 - i.packaging)::bigint END,
    coalesce(i.unmapped, false),
    search_text(concat_ws(' ', o.code, nullif(o.external_code, o.code), o.tracking_number, i.skus, (
      SELECT string_agg(DISTINCT p.tracking_number, ' ') FROM package p
      WHERE p.organization_id = current_organization() AND p.order_id = o.id AND p.tracking_number IS DISTINCT FROM o.tracking_number))),
    (SELECT search_text(nullif(concat_ws(' ', o.customer_name, b.name, b.username), '')) FROM (VALUES (1)) one
      LEFT JOIN order_buyer b ON b.organization_id = current_organization() AND b.order_id = o.id)
  FROM orders o
  LEFT JOIN (SELECT n.order_id, sum(n.amount_cents) AS cents FROM order_money(p_orders) n WHERE n.kind <> 'ads' GROUP BY 1) m ON m.order_id = o.id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.product_id IS NULL) AS unmapped, sum(t.packaging_cents) AS packaging,
      CASE WHEN count(*) = count(t.unit_cost) THEN sum(round(t.unit_cost * t.quantity * t.product_quantity, 2)) END AS cost,
      string_agg(DISTINCT concat_ws(' ', t.sku, (
        SELECT p.sku::text FROM product p
        WHERE p.organization_id = current_organization() AND p.id = t.product_id AND p.sku::text IS DISTINCT FROM t.sku)), ' ') AS skus
    FROM order_item t WHERE t.organization_id = current_organization() AND t.order_id = o.id
  ) i
  WHERE o.organization_id = current_organization() AND o.id = ANY (p_orders)
$$;
REVOKE ALL ON FUNCTION order_desk_expected FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_desk_expected TO mascate_app, mascate_worker;

-- As before. The rows are held before the orders are read: what was read earlier may not be written over what another wrote meanwhile.
CREATE OR REPLACE FUNCTION refresh_order_desk(p_orders uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = public
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  at_once constant integer := 500;
  v_org constant uuid := current_organization();
  v_some uuid[];
BEGIN
  FOR v_from IN 1..coalesce(cardinality(p_orders), 0) BY at_once LOOP
    v_some := p_orders[v_from:v_from + at_once - 1];
    PERFORM 1 FROM order_desk d WHERE d.organization_id = v_org AND d.order_id = ANY (v_some) ORDER BY d.order_id FOR NO KEY UPDATE;
    INSERT INTO order_desk AS d (organization_id, order_id, outlet_id, placed_at, revenue_cents, margin_cents, unmapped, words, buyer_words)
    SELECT v_org, e.order_id, e.outlet_id, e.placed_at, e.revenue_cents, e.margin_cents, e.unmapped, e.words, e.buyer_words
    FROM order_desk_expected(v_some) e ORDER BY e.order_id
    ON CONFLICT (organization_id, order_id) DO UPDATE SET outlet_id = excluded.outlet_id, placed_at = excluded.placed_at,
      revenue_cents = excluded.revenue_cents, margin_cents = excluded.margin_cents, unmapped = excluded.unmapped, words = excluded.words,
      buyer_words = excluded.buyer_words
    WHERE (d.outlet_id, d.placed_at, d.revenue_cents, d.margin_cents, d.unmapped, d.words, d.buyer_words) IS DISTINCT FROM
      (excluded.outlet_id, excluded.placed_at, excluded.revenue_cents, excluded.margin_cents, excluded.unmapped, excluded.words, excluded.buyer_words);
  END LOOP;
END $$;

-- As before; a parcel that comes to another order also leaves one.
CREATE OR REPLACE FUNCTION refresh_this_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_name constant text := CASE TG_TABLE_NAME WHEN 'orders' THEN 'id' ELSE 'order_id' END;
  v_new constant uuid := (to_jsonb(NEW)->>v_name)::uuid;
  v_old constant uuid := (to_jsonb(OLD)->>v_name)::uuid;
BEGIN
  PERFORM refresh_order_desk(CASE v_old WHEN v_new THEN ARRAY[v_new] ELSE ARRAY[least(v_old, v_new), greatest(v_old, v_new)] END);
  RETURN NULL;
END $$;

-- ---------------------------------------------------------------- search

-- As before. What the reader may see, and the outlets that are asked for, decide before the limit does. This runs as the owner, for whom
-- visible_outlets() names none: whose books are read is the setting itself.
DROP FUNCTION search_orders(text[], boolean, timestamptz, timestamptz, timestamptz, uuid, boolean, integer);
CREATE FUNCTION search_orders(p_patterns text[], p_buyers boolean, p_from timestamptz, p_until timestamptz, p_at timestamptz, p_id uuid,
  p_backwards boolean, p_limit integer, p_outlets uuid[] DEFAULT NULL)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp AS $$
DECLARE
  newest constant integer := greatest(1000, 10 * p_limit);
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
BEGIN
  IF v_org IS NULL OR coalesce(cardinality(p_patterns), 0) = 0 THEN RETURN; END IF;
  SELECT string_agg(format(CASE WHEN p_buyers THEN '(d.words LIKE %1$L OR d.buyer_words LIKE %1$L)' ELSE 'd.words LIKE %1$L' END, p), ' AND ')
  INTO v_match FROM unnest(p_patterns) p;
  IF v_entities IS NOT NULL THEN
    v_outlets := ARRAY(SELECT x.id FROM (
        SELECT s.id FROM shop s WHERE s.organization_id = v_org AND s.legal_entity_id = ANY (v_entities)
        UNION ALL SELECT c.id FROM channel c WHERE c.organization_id = v_org AND c.legal_entity_id = ANY (v_entities)) x
      WHERE p_outlets IS NULL OR x.id = ANY (p_outlets));
  END IF;
  IF v_outlets IS NOT NULL THEN v_match := v_match || format(' AND d.outlet_id = ANY (%L::uuid[])', v_outlets); END IF;
  IF p_from IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at >= %L', p_from); END IF;
  IF p_until IS NOT NULL THEN v_range := v_range || format(' AND d.placed_at < %L', p_until); END IF;
  IF p_id IS NOT NULL THEN
    v_range := v_range || format(CASE WHEN p_backwards THEN ' AND (d.placed_at, d.order_id) > (%L::timestamptz, %L::uuid)'
      ELSE ' AND (d.placed_at, d.order_id) < (%L::timestamptz, %L::uuid)' END, p_at, p_id);
  END IF;
  -- The inner limit keeps the words out of the reading of the index by time.
  v_walk := format('SELECT ARRAY(SELECT d.order_id FROM (SELECT * FROM order_desk d WHERE %s ORDER BY %s LIMIT ', v_range, v_order);
  v_matching := format(') d WHERE %s ORDER BY %s LIMIT %s)', v_match, v_order, coalesce(p_limit::text, 'ALL'));

  IF p_limit IS NOT NULL THEN
    EXECUTE v_walk || newest || v_matching INTO v_ids;
    IF cardinality(v_ids) >= p_limit THEN RETURN QUERY SELECT unnest(v_ids); RETURN; END IF;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM order_desk d WHERE %s ORDER BY %s OFFSET %s LIMIT 1)', v_range, v_order, few) INTO v_many;
  IF v_many THEN
    EXECUTE format('WITH hit AS MATERIALIZED (SELECT d.order_id, d.placed_at FROM order_desk d WHERE %s AND %s)
      SELECT ARRAY(SELECT d.order_id FROM hit d ORDER BY %s LIMIT %s)', v_range, v_match, v_order, coalesce(p_limit::text, 'ALL')) INTO v_ids;
  ELSE
    EXECUTE v_walk || few || v_matching INTO v_ids;
  END IF;
  RETURN QUERY SELECT unnest(v_ids);
END $$;
REVOKE ALL ON FUNCTION search_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_orders TO mascate_app, mascate_worker;
