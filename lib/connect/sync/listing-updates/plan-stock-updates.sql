-- Called by lib/connect/sync/listing-updates/plan-listing-updates.ts. In SQL by plan_mapped_listings. Queues the stock that differs for a shop whose stock we set;
-- for some products (and the kits that they are in), or of all. A later update replaces an earlier one; a listing that has become right by
-- itself is not sent. Answers how many listings wait again.
CREATE OR REPLACE FUNCTION plan_stock_updates(p_shop uuid, p_products uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_products uuid[];
  v_queued integer;
BEGIN
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id = p_shop AND s.status = 'active' AND s.stock_master = 'mascate' FOR SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  IF p_products IS NOT NULL THEN
    v_products := array(SELECT u FROM unnest(p_products) u UNION
      SELECT k.kit_id FROM kit_component k WHERE k.organization_id = v_org AND k.component_id = ANY (p_products));
  END IF;
  WITH wish AS MATERIALIZED (
    SELECT * FROM wanted_stock(p_shop, v_products)
  ), settled AS (
    DELETE FROM listing_update p USING wish w
    WHERE p.organization_id = v_org AND p.listing_id = w.listing_id AND p.kind = 'stock' AND p.state <> 'sent' AND w.wanted = w.there
  ), queued AS (
    INSERT INTO listing_update AS p (organization_id, listing_id, kind, wanted)
    SELECT v_org, w.listing_id, 'stock', w.wanted FROM wish w WHERE w.wanted IS DISTINCT FROM w.there ORDER BY w.listing_id
    ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
      platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
    WHERE p.wanted <> excluded.wanted OR p.state = 'sent'
    RETURNING 1
  )
  SELECT count(*) INTO v_queued FROM queued;
  RETURN v_queued;
END $$;
REVOKE ALL ON FUNCTION plan_stock_updates FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION plan_stock_updates TO mascate_app, mascate_worker;
