-- Called by lib/catalog/mapping/available.ts, lib/connect/shops/master-preview.ts, lib/connect/shops/uncounted.ts. In SQL by wanted_stock.
-- The free stock of products now: for a kit, as many as its scarcest component makes. counted: whether the stock was ever counted (stock
-- moved by orders alone is unknown).
CREATE OR REPLACE FUNCTION available_units(p_products uuid[])
RETURNS TABLE (product_id uuid, available bigint, is_kit boolean, counted boolean)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH wanted AS (
    SELECT DISTINCT u AS id FROM unnest(p_products) u
  ), part AS (
    SELECT w.id, k.component_id AS part_id, k.quantity, true AS is_kit FROM wanted w
    JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = w.id
    UNION ALL
    SELECT w.id, w.id, 1, false FROM wanted w
    WHERE NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = current_organization() AND k.kit_id = w.id)
  )
  SELECT p.id, min(floor(coalesce(l.on_hand - l.reserved, 0)::numeric / p.quantity))::bigint, bool_or(p.is_kit),
    bool_and(EXISTS (SELECT 1 FROM stock_movement m
      WHERE m.organization_id = current_organization() AND m.product_id = p.part_id AND m.source_kind NOT IN ('order', 'return')))
  FROM part p LEFT JOIN (
    SELECT s.product_id, s.on_hand, s.reserved FROM stock_level s
    JOIN stock_location o ON o.organization_id = s.organization_id AND o.id = s.location_id AND o.kind = 'own'
    WHERE s.organization_id = current_organization()) l ON l.product_id = p.part_id
  GROUP BY p.id
$$;
REVOKE ALL ON FUNCTION available_units FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION available_units TO mascate_app, mascate_worker;
