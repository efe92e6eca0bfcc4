-- Called by lib/connect/shops/finish-authorization.ts. Makes the current organization the holder of its shop's platform id; false while another
-- one holds it with a living grant. Locks the claim in a statement of its own, so that of two companies that connect one shop at once the
-- second sees what the first one left.
CREATE OR REPLACE FUNCTION claim_shop(p_shop uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  s shop;
BEGIN
  SELECT * INTO s FROM shop WHERE organization_id = v_org AND id = p_shop AND external_shop_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'shop_not_found' USING errcode = 'P0001'; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('shop_claim:' || s.platform || ':' || s.external_shop_id, 0));
  INSERT INTO shop_claim AS c (platform, external_shop_id, holder_id, shop_id) VALUES (s.platform, s.external_shop_id, v_org, p_shop)
  ON CONFLICT (platform, external_shop_id) DO UPDATE SET holder_id = excluded.holder_id, shop_id = excluded.shop_id, claimed_at = now()
  WHERE c.holder_id = v_org OR NOT EXISTS (SELECT 1 FROM shop h WHERE h.organization_id = c.holder_id AND h.id = c.shop_id AND h.status = 'active');
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION claim_shop FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION claim_shop TO mascate_app, mascate_worker;
