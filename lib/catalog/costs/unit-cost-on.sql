-- Called by lib/catalog/purchases/purchase-queries.ts, lib/money/fees/calculator-start.ts. In SQL by fifo_cost, recost_items,
-- add_channel_sale, join_sale, edit_order, write_edited_lines. The unit cost of a product on a day: its own cost, else that of a kit's
-- components; NULL while unknown.
CREATE OR REPLACE FUNCTION unit_cost_on(p_product uuid, p_day date) RETURNS numeric
LANGUAGE sql STABLE STRICT SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = current_organization() AND c.product_id = p_product
    AND c.from_day <= p_day ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(p_product, p_day))
$$;
REVOKE ALL ON FUNCTION unit_cost_on FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION unit_cost_on TO mascate_app, mascate_worker;
