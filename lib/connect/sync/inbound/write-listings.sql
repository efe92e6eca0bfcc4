-- Called by lib/connect/sync/inbound/sync-listings.ts. Items and variations as the platform gives them, each item whole (keys: the record type below),
-- with barcode, weight and size. A variation of these items that is not among them is gone; what the platform no longer tells of one
-- stays.
CREATE OR REPLACE FUNCTION write_listings(p_shop uuid, p_rows jsonb, p_actor uuid)
RETURNS TABLE (created integer, updated integer, gone integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));

  WITH item AS (
    SELECT DISTINCT ON (i.x) i.x, i.item, i.model FROM jsonb_to_recordset(p_rows) AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model
  )
  UPDATE listing l SET item_id = item.item, model_id = item.model FROM item
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = item.x AND l.item_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.item_id = item.item AND t.model_id = item.model);

  UPDATE listing l SET sku = i.s, title = i.t, variation = i.v, price_cents = i.p, original_cents = i.o, status = i.status, image_url = i.image,
    platform_stock = i.stock, promotion_units = i.promo, has_promotion = i."hasPromotion", fulfilled_by_platform = i.fulfilled,
    gtin = coalesce(i.gtin, l.gtin), weight_grams = coalesce(i.grams, l.weight_grams), length_mm = coalesce(i.length, l.length_mm),
    width_mm = coalesce(i.width, l.width_mm), height_mm = coalesce(i.height, l.height_mm), gone_at = NULL, synced_at = now()
  FROM jsonb_to_recordset(p_rows) AS i(item text, model text, s citext, t text, v text, p bigint, o bigint, status text, image text, stock int, promo int,
    "hasPromotion" boolean, fulfilled boolean, gtin text, grams int, length int, width int, height int)
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model
    AND (l.synced_at IS NULL OR l.gone_at IS NOT NULL
      OR (l.sku::text, l.title, l.variation, l.price_cents, l.original_cents, l.status, l.image_url, l.platform_stock, l.promotion_units, l.has_promotion, l.fulfilled_by_platform,
          l.gtin, l.weight_grams, l.length_mm, l.width_mm, l.height_mm)
        IS DISTINCT FROM (i.s::text, i.t, i.v, i.p, i.o, i.status, i.image, i.stock, i.promo, i."hasPromotion", i.fulfilled,
          coalesce(i.gtin, l.gtin), coalesce(i.grams, l.weight_grams), coalesce(i.length, l.length_mm), coalesce(i.width, l.width_mm),
          coalesce(i.height, l.height_mm)));
  GET DIAGNOSTICS updated = ROW_COUNT;

  -- A new name or SKU is what the next export will call it, unless another listing is called so.
  UPDATE listing l SET external_key = i.x FROM (
    SELECT DISTINCT ON (i.x) i.x, i.item, i.model FROM jsonb_to_recordset(p_rows) AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model) i
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model AND l.external_key <> i.x
    AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = i.x);

  WITH missing AS (
    SELECT i.*, row_number() OVER (PARTITION BY i.x ORDER BY i.item, i.model) AS place
    FROM jsonb_to_recordset(p_rows) AS i(k text, x text, item text, model text, s text, t text, v text, p bigint, o bigint, status text, image text, stock int,
      promo int, "hasPromotion" boolean, fulfilled boolean, gtin text, grams int, length int, width int, height int)
    WHERE NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model)
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, original_cents, status, image_url,
      platform_stock, promotion_units, has_promotion, fulfilled_by_platform, gtin, weight_grams, length_mm, width_mm, height_mm, synced_at, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, m.o, m.status, m.image, m.stock, m.promo, m."hasPromotion", m.fulfilled,
      m.gtin, m.grams, m.length, m.width, m.height, now(), p.id
    FROM missing m LEFT JOIN product p ON p.organization_id = v_org AND p.archived_at IS NULL AND p.sku = m.s::citext
    ORDER BY m.item, m.model
    ON CONFLICT DO NOTHING
    RETURNING id, product_id
  ), mapped AS (
    INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
    SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL
  )
  SELECT count(*) INTO created FROM made;

  UPDATE listing l SET gone_at = now() WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.gone_at IS NULL
    AND l.item_id = ANY (array(SELECT i.item FROM jsonb_to_recordset(p_rows) AS i(item text)))
    AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(p_rows) AS i(item text, model text) WHERE i.item = l.item_id AND i.model = l.model_id);
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_listings FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_listings TO mascate_worker;
