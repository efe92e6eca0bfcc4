-- Lists of products are sorted as people read: accents and case beside each other, whatever the server's own collation.
CREATE INDEX product_title_sort ON product (organization_id, (title COLLATE "und-x-icu"), id);

-- Lower case without the accents of Portuguese: what a search compares.
CREATE FUNCTION search_text(p text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT translate(lower(p), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn') $$;

-- Locks a product's level in the own location until the transaction ends, so that what is counted is what is booked.
-- Runs as the owner, since no other role may write levels; the tenant's policy still holds (security is forced).
CREATE FUNCTION lock_own_stock(p_product uuid) RETURNS TABLE (location_id uuid, on_hand bigint, reserved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_location uuid;
BEGIN
  SELECT l.id INTO v_location FROM stock_location l WHERE l.organization_id = v_org AND l.kind = 'own';
  INSERT INTO stock_level AS s (organization_id, product_id, location_id) VALUES (v_org, p_product, v_location) ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT s.location_id, s.on_hand, s.reserved FROM stock_level s
    WHERE s.organization_id = v_org AND s.product_id = p_product AND s.location_id = v_location FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION lock_own_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_own_stock TO mascate_app, mascate_worker;
