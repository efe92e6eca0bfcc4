-- As before; the margin is the contribution of the result before taxes, whose rates are not the order's.
CREATE OR REPLACE FUNCTION refresh_order_desk(p_orders uuid[]) RETURNS void LANGUAGE plpgsql SET search_path = public
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  at_once constant integer := 500;
  v_org constant uuid := current_organization();
  v_some uuid[];
BEGIN
  FOR v_from IN 1..coalesce(cardinality(p_orders), 0) BY at_once LOOP
    v_some := p_orders[v_from:v_from + at_once - 1];
    INSERT INTO order_desk AS d (organization_id, order_id, placed_at, revenue_cents, margin_cents, unmapped, words, buyer_words)
    SELECT v_org, o.id, o.placed_at, o.revenue_cents,
      -- What a sale leaves before taxes once its goods and their packaging are paid; what only moves to the balance for ads is no cost. Unknown while the cost of one item is, and for what is no sale.
      CASE WHEN o.status NOT IN ('pending', 'cancelled') THEN (m.cents - i.cost * 100 - i.packaging)::bigint END,
      coalesce(i.unmapped, false),
      search_text(concat_ws(' ', o.code, nullif(o.external_code, o.code), o.tracking_number, i.skus, (
        SELECT string_agg(DISTINCT p.tracking_number, ' ') FROM package p
        WHERE p.organization_id = v_org AND p.order_id = o.id AND p.tracking_number IS DISTINCT FROM o.tracking_number))),
      (SELECT search_text(nullif(concat_ws(' ', o.customer_name, b.name, b.username), '')) FROM (VALUES (1)) one
        LEFT JOIN order_buyer b ON b.organization_id = v_org AND b.order_id = o.id)
    FROM orders o
    LEFT JOIN (SELECT n.order_id, sum(n.amount_cents) AS cents FROM order_money(v_some) n WHERE n.kind <> 'ads' GROUP BY 1) m ON m.order_id = o.id
    CROSS JOIN LATERAL (
      SELECT bool_or(t.product_id IS NULL) AS unmapped, sum(t.packaging_cents) AS packaging,
        CASE WHEN count(*) = count(t.unit_cost) THEN sum(round(t.unit_cost * t.quantity * t.product_quantity, 2)) END AS cost,
        string_agg(DISTINCT concat_ws(' ', t.sku, (
          SELECT p.sku::text FROM product p WHERE p.organization_id = v_org AND p.id = t.product_id AND p.sku::text IS DISTINCT FROM t.sku)), ' ') AS skus
      FROM order_item t WHERE t.organization_id = v_org AND t.order_id = o.id
    ) i
    WHERE o.organization_id = v_org AND o.id = ANY (v_some)
    ORDER BY o.id
    ON CONFLICT (organization_id, order_id) DO UPDATE SET placed_at = excluded.placed_at, revenue_cents = excluded.revenue_cents,
      margin_cents = excluded.margin_cents, unmapped = excluded.unmapped, words = excluded.words, buyer_words = excluded.buyer_words
    WHERE (d.placed_at, d.revenue_cents, d.margin_cents, d.unmapped, d.words, d.buyer_words) IS DISTINCT FROM
      (excluded.placed_at, excluded.revenue_cents, excluded.margin_cents, excluded.unmapped, excluded.words, excluded.buyer_words);
  END LOOP;
END $$;

DO $$
DECLARE
  v_org uuid;
  v_month date;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    FOR v_month IN SELECT DISTINCT date_trunc('month', o.local_day)::date FROM orders o WHERE o.organization_id = v_org ORDER BY 1 LOOP
      PERFORM refresh_order_desk(array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.local_day >= v_month
        AND o.local_day < v_month + interval '1 month'));
    END LOOP;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
