-- Called by lib/worker/verify-figures/verify-figures.ts. In SQL by refresh_order_list. The expected rows of these orders:
-- refresh_order_list writes them, db:verify compares the stored ones with them. Without a search_path of its own, so that it becomes part
-- of the calling query.
CREATE OR REPLACE FUNCTION order_list_expected(p_orders uuid[])
RETURNS TABLE (
  organization_id uuid, order_id uuid, outlet_id uuid, placed_at timestamptz, revenue_cents bigint, margin_cents bigint, unmapped boolean,
  words text, buyer_words text
)
LANGUAGE sql STABLE AS $$
  SELECT o.organization_id, o.id, o.outlet_id, o.placed_at, o.revenue_cents,
    -- What a sale leaves before taxes once its goods and their packaging are paid; what only moves to the balance for ads is no cost.
    -- Unknown while the price or the cost of one item is, and for what is no sale.
    CASE WHEN o.status NOT IN ('pending', 'cancelled') AND NOT i.unpriced THEN (m.cents - i.cost * 100 - i.packaging)::bigint END,
    coalesce(i.unmapped, false),
    search_text(concat_ws(' ', o.code, nullif(o.external_code, o.code), o.tracking_number, i.skus, (
      SELECT string_agg(DISTINCT p.tracking_number, ' ') FROM package p
      WHERE p.organization_id = current_organization() AND p.order_id = o.id AND p.tracking_number IS DISTINCT FROM o.tracking_number))),
    (SELECT search_text(nullif(concat_ws(' ', o.customer_name, b.name, b.username), '')) FROM (VALUES (1)) one
      LEFT JOIN order_buyer b ON b.organization_id = current_organization() AND b.order_id = o.id)
  FROM orders o
  LEFT JOIN (SELECT n.order_id, sum(n.amount_cents) AS cents FROM order_money(p_orders) n WHERE n.kind <> 'ads' GROUP BY 1) m ON m.order_id = o.id
  CROSS JOIN LATERAL (
    SELECT bool_or(t.product_id IS NULL) AS unmapped, coalesce(bool_or(t.price_missing), false) AS unpriced, sum(t.packaging_cents) AS packaging,
      CASE WHEN count(*) = count(t.unit_cost) THEN sum(round(t.unit_cost * t.quantity * t.product_quantity, 2)) END AS cost,
      string_agg(DISTINCT concat_ws(' ', t.sku, (
        SELECT p.sku::text FROM product p
        WHERE p.organization_id = current_organization() AND p.id = t.product_id AND p.sku::text IS DISTINCT FROM t.sku)), ' ') AS skus
    FROM order_item t WHERE t.organization_id = current_organization() AND t.order_id = o.id
  ) i
  WHERE o.organization_id = current_organization() AND o.id = ANY (p_orders)
$$;
REVOKE ALL ON FUNCTION order_list_expected FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION order_list_expected TO mascate_app, mascate_worker;
