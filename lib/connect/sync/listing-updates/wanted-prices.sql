-- Called by lib/connect/shops/master-preview.ts. In SQL by queue_prices. The wanted prices of the shop's mapped listings before promotions,
-- beside the present ones; for some listings, or for all. Left out: products without a price.
CREATE OR REPLACE FUNCTION wanted_prices(p_shop uuid, p_listings uuid[]) RETURNS TABLE (listing_id uuid, wanted bigint, there bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  SELECT l.id, p.price_cents * l.product_quantity, l.original_cents FROM updatable_listings(p_shop) l
  JOIN product p ON p.organization_id = current_organization() AND p.id = l.product_id AND p.price_cents > 0
  WHERE p_listings IS NULL OR l.id = ANY (p_listings)
$$;
REVOKE ALL ON FUNCTION wanted_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION wanted_prices TO mascate_app, mascate_worker;
