-- Called by lib/connect/sync/listing-updates/plan-listing-updates.ts. In SQL by plan_mapped_listings, plan_price_updates. Queues the prices that differ for a shop
-- whose prices we set. A running update is sent again even where the price has become right by itself: it may arrive after that. Answers
-- how many listings wait again.
CREATE OR REPLACE FUNCTION queue_prices(p_shop uuid, p_listings uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_queued integer;
BEGIN
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id = p_shop AND s.status = 'active' AND s.price_master = 'mascate' FOR SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  INSERT INTO listing_update AS p (organization_id, listing_id, kind, wanted)
  SELECT v_org, w.listing_id, 'price', w.wanted FROM wanted_prices(p_shop, p_listings) w
  WHERE w.wanted IS DISTINCT FROM w.there OR EXISTS (SELECT 1 FROM listing_update q
    WHERE q.organization_id = v_org AND q.listing_id = w.listing_id AND q.kind = 'price' AND q.state <> 'sent')
  ORDER BY w.listing_id
  ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
    platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
  WHERE p.wanted <> excluded.wanted OR p.state <> 'waiting';
  GET DIAGNOSTICS v_queued = ROW_COUNT;
  RETURN v_queued;
END $$;
REVOKE ALL ON FUNCTION queue_prices FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION queue_prices TO mascate_app, mascate_worker;
