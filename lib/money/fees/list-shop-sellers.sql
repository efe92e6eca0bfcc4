-- Called by lib/money/fees/shop-terms.ts. What kind of seller each shop is, and was until a day (not included): the fees of a day follow
-- it, also for who reads another legal entity's books alone. Runs as the owner and keeps to the organization by itself.
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
