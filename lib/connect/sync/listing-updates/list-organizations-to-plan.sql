-- Called by lib/connect/sync/listing-updates/plan-listing-updates.ts. Which companies have listing updates to plan or to send now, in one look: asked one by one, ten
-- thousand idle ones kept the worker from all else. Looks at each company as its tenant; the tenant of the caller stays what it was.
CREATE OR REPLACE FUNCTION list_organizations_to_plan(p_compare_minutes integer) RETURNS TABLE (organization_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_before text := current_setting('app.organization_id', true); v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM list_updating_organizations() g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    IF (
      SELECT c.organization_id IS NULL OR c.compared_at < now() - make_interval(mins => p_compare_minutes)
        OR EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.id > c.movement_id)
        OR EXISTS (SELECT 1 FROM listing_update p
          JOIN listing l ON l.organization_id = v_org AND l.id = p.listing_id
          JOIN shop s ON s.organization_id = v_org AND s.id = l.shop_id AND s.status = 'active'
            AND CASE p.kind WHEN 'stock' THEN s.stock_master ELSE s.price_master END = 'mascate'
            AND (s.updates_held_until IS NULL OR s.updates_held_until <= now())
          WHERE p.organization_id = v_org AND p.state = 'waiting' AND (p.next_at IS NULL OR p.next_at <= now()))
      FROM (SELECT 1) one LEFT JOIN listing_update_cursor c ON c.organization_id = v_org
    ) THEN
      organization_id := v_org;
      RETURN NEXT;
    END IF;
  END LOOP;
  PERFORM set_config('app.organization_id', coalesce(v_before, ''), true);
END $$;
REVOKE ALL ON FUNCTION list_organizations_to_plan FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_organizations_to_plan TO mascate_worker;
