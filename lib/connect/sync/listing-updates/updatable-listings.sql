-- Called by lib/connect/sync/listing-updates/change-prices.ts, lib/connect/sync/listing-updates/set-price.ts. In SQL by wanted_prices, wanted_stock. The listings that
-- may be written at the platform: read from there, still there, and not closed to the seller. For one shop. Without a search path of its
-- own, so that it becomes part of the calling query.
CREATE OR REPLACE FUNCTION updatable_listings(p_shop uuid) RETURNS SETOF listing
LANGUAGE sql STABLE AS $$
  SELECT l.* FROM public.listing l WHERE l.organization_id = public.current_organization() AND l.shop_id = p_shop
    AND l.item_id IS NOT NULL AND l.synced_at IS NOT NULL AND l.gone_at IS NULL
    AND coalesce(l.status, '') NOT IN ('BANNED', 'SELLER_DELETE', 'SHOPEE_DELETE')
$$;
REVOKE ALL ON FUNCTION updatable_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION updatable_listings TO mascate_app, mascate_worker;
