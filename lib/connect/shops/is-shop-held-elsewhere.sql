-- Called by lib/connect/shops/shop-record.ts. Whether another company holds the shop with a living grant.
CREATE OR REPLACE FUNCTION is_shop_held_elsewhere(p_platform "Platform", p_external text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM shop_claim c JOIN shop h ON h.organization_id = c.holder_id AND h.id = c.shop_id AND h.status = 'active'
    WHERE c.platform = p_platform AND c.external_shop_id = p_external AND c.holder_id <> current_organization())
$$;
REVOKE ALL ON FUNCTION is_shop_held_elsewhere FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION is_shop_held_elsewhere TO mascate_app;
