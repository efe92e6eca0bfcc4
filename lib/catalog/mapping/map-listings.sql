-- Called by lib/catalog/mapping/map-by-sku.ts, lib/catalog/mapping/map-listing.ts. Maps listings as they were seen: [{"listing", "product",
-- "quantity", "seenProduct", "seenQuantity"}]; without product they are unmapped. Answers those that changed; a listing mapped otherwise
-- meanwhile, or to a deleted product, stays. Writers of a shop's orders take turns with it, so that no order slips in under the former
-- mapping. Waiting updates are removed before the new mapping plans its own.
CREATE OR REPLACE FUNCTION map_listings(p_rows jsonb, p_how "MappingHow", p_actor uuid) RETURNS TABLE (listing_id uuid)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || s.shop_id, 0)) FROM (
    SELECT DISTINCT l.shop_id FROM listing l WHERE l.organization_id = v_org
      AND l.id = ANY (array(SELECT x.listing FROM jsonb_to_recordset(p_rows) AS x(listing uuid))) ORDER BY 1) s;
  -- Before the listings: who hands a shop over to another master holds it and then its listings.
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id IN (SELECT l.shop_id FROM listing l WHERE l.organization_id = v_org
      AND l.id = ANY (array(SELECT x.listing FROM jsonb_to_recordset(p_rows) AS x(listing uuid)))) ORDER BY s.id FOR SHARE;
  WITH moved AS (
    UPDATE listing l SET product_id = x.product, product_quantity = CASE WHEN x.product IS NULL THEN 1 ELSE x.quantity END
    FROM jsonb_to_recordset(p_rows) AS x(listing uuid, product uuid, quantity int, "seenProduct" uuid, "seenQuantity" int)
    WHERE l.organization_id = v_org AND l.id = x.listing
      AND l.product_id IS NOT DISTINCT FROM x."seenProduct" AND l.product_quantity = coalesce(x."seenQuantity", 1)
      AND (l.product_id, l.product_quantity) IS DISTINCT FROM (x.product, CASE WHEN x.product IS NULL THEN 1 ELSE x.quantity END)
      AND (x.product IS NULL OR EXISTS (SELECT 1 FROM product p WHERE p.organization_id = v_org AND p.id = x.product AND p.archived_at IS NULL))
    RETURNING l.id
  )
  SELECT coalesce(array_agg(m.id), '{}') INTO v_changed FROM moved m;
  UPDATE listing_mapping m SET to_at = now() WHERE m.organization_id = v_org AND m.listing_id = ANY (v_changed) AND m.to_at IS NULL;
  -- The waiting updates were worked out from the former mapping.
  DELETE FROM listing_update p WHERE p.organization_id = v_org AND p.listing_id = ANY (v_changed) AND p.state <> 'sent';
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, quantity, how, mapped_by)
  SELECT v_org, uuid_v7(), l.id, l.product_id, l.product_quantity, p_how, p_actor FROM listing l
  WHERE l.organization_id = v_org AND l.id = ANY (v_changed) AND l.product_id IS NOT NULL;
  RETURN QUERY SELECT unnest(v_changed);
END $$;
REVOKE ALL ON FUNCTION map_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION map_listings TO mascate_app, mascate_worker;
