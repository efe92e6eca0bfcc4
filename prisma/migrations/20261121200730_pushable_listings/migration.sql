-- What may be written to at the platform: read from there, still there, and not closed to the seller. Of one shop.
-- Without a search path of its own, so that it becomes part of the query that asks.
CREATE FUNCTION pushable_listings(p_shop uuid) RETURNS SETOF listing LANGUAGE sql STABLE AS $$
  SELECT l.* FROM public.listing l WHERE l.organization_id = public.current_organization() AND l.shop_id = p_shop
    AND l.item_id IS NOT NULL AND l.synced_at IS NOT NULL AND l.gone_at IS NULL
    AND coalesce(l.status, '') NOT IN ('BANNED', 'SELLER_DELETE', 'SHOPEE_DELETE')
$$;

-- As before, of the pushable ones.
CREATE OR REPLACE FUNCTION wanted_stock(p_shop uuid, p_products uuid[]) RETURNS TABLE (listing_id uuid, product_id uuid, wanted integer, there integer)
LANGUAGE sql STABLE SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
  WITH listed AS MATERIALIZED (
    SELECT l.id, l.product_id, l.product_quantity, l.platform_stock, l.promotion_units FROM pushable_listings(p_shop) l
    WHERE l.product_id IS NOT NULL AND (p_products IS NULL OR l.product_id = ANY (p_products)) AND NOT l.fulfilled_by_platform
  ), part AS MATERIALIZED (
    SELECT w.product_id, coalesce(k.component_id, w.product_id) AS part_id, coalesce(k.quantity, 1) AS quantity
    FROM (SELECT DISTINCT product_id FROM listed) w
    LEFT JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = w.product_id
  ), stock AS MATERIALIZED (
    SELECT a.product_id AS part_id, a.available FROM available_units(array(SELECT DISTINCT part_id FROM part)) a WHERE a.counted
  ), rule AS (
    SELECT s.safety_units, coalesce((SELECT max(o.last_units) FROM shop o
      WHERE o.organization_id = current_organization() AND o.id <> p_shop), 0) AS last_elsewhere
    FROM shop s WHERE s.organization_id = current_organization() AND s.id = p_shop
  )
  SELECT l.id, l.product_id, least(greatest(l.promotion_units, 0, min(CASE WHEN s.available <= r.last_elsewhere THEN 0
      ELSE floor((s.available - r.safety_units)::numeric / (p.quantity * l.product_quantity)) END)), 999999)::integer, l.platform_stock
  FROM listed l JOIN part p ON p.product_id = l.product_id LEFT JOIN stock s ON s.part_id = p.part_id CROSS JOIN rule r
  GROUP BY l.id, l.product_id, l.promotion_units, l.platform_stock
  HAVING bool_and(s.part_id IS NOT NULL)
$$;

-- What the shop's mapped listings should cost before promotions, beside what they do there; of some listings, or of all. Left out: products
-- without a price.
CREATE FUNCTION wanted_prices(p_shop uuid, p_listings uuid[]) RETURNS TABLE (listing_id uuid, wanted bigint, there bigint)
LANGUAGE sql STABLE SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
  SELECT l.id, p.price_cents * l.product_quantity, l.original_cents FROM pushable_listings(p_shop) l
  JOIN product p ON p.organization_id = current_organization() AND p.id = l.product_id AND p.price_cents > 0
  WHERE p_listings IS NULL OR l.id = ANY (p_listings)
$$;

-- Queues the prices that differ for a shop whose prices we set. What is under way is sent anew even where it has come to be right by
-- itself: it may arrive after that. Answers how many listings wait anew.
CREATE FUNCTION queue_prices(p_shop uuid, p_listings uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_queued integer;
BEGIN
  PERFORM 1 FROM shop s WHERE s.organization_id = v_org AND s.id = p_shop AND s.status = 'active' AND s.price_master = 'mascate' FOR SHARE;
  IF NOT FOUND THEN RETURN 0; END IF;
  INSERT INTO listing_push AS p (organization_id, listing_id, kind, wanted)
  SELECT v_org, w.listing_id, 'price', w.wanted FROM wanted_prices(p_shop, p_listings) w
  WHERE w.wanted IS DISTINCT FROM w.there OR EXISTS (SELECT 1 FROM listing_push q
    WHERE q.organization_id = v_org AND q.listing_id = w.listing_id AND q.kind = 'price' AND q.state <> 'sent')
  ORDER BY w.listing_id
  ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
    platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
  WHERE p.wanted <> excluded.wanted OR p.state <> 'waiting';
  GET DIAGNOSTICS v_queued = ROW_COUNT;
  RETURN v_queued;
END $$;

-- As before, by the same rules as everywhere.
CREATE OR REPLACE FUNCTION plan_price_pushes() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  PERFORM queue_prices(l.shop_id, array_agg(l.id)) FROM listing l
  WHERE l.organization_id = NEW.organization_id AND l.product_id = NEW.id GROUP BY l.shop_id ORDER BY l.shop_id;
  RETURN NULL;
END $$;

-- A listing that is mapped offers its product's stock and price from then on, in the shops where those are ours to set.
CREATE FUNCTION plan_mapped_listings() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  PERFORM plan_stock_pushes(x.shop_id, x.products), queue_prices(x.shop_id, x.listings) FROM (
    SELECT l.shop_id, array_agg(DISTINCT l.product_id) AS products, array_agg(l.id) AS listings FROM added a
    JOIN listing l ON l.organization_id = a.organization_id AND l.id = a.listing_id AND l.product_id IS NOT NULL
    GROUP BY l.shop_id ORDER BY l.shop_id) x;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_mapped AFTER INSERT ON listing_mapping REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION plan_mapped_listings();

-- As before; what waited goes before the new mapping plans anew.
CREATE OR REPLACE FUNCTION map_listings(p_rows jsonb, p_how "MappingHow", p_actor uuid) RETURNS TABLE (listing_id uuid)
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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
  -- What waits to be pushed was worked out from the former mapping.
  DELETE FROM listing_push p WHERE p.organization_id = v_org AND p.listing_id = ANY (v_changed) AND p.state <> 'sent';
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, quantity, how, mapped_by)
  SELECT v_org, uuid_v7(), l.id, l.product_id, l.product_quantity, p_how, p_actor FROM listing l
  WHERE l.organization_id = v_org AND l.id = ANY (v_changed) AND l.product_id IS NOT NULL;
  RETURN QUERY SELECT unnest(v_changed);
END $$;

REVOKE ALL ON FUNCTION pushable_listings, wanted_prices, queue_prices, plan_mapped_listings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pushable_listings, wanted_prices, queue_prices TO mascate_app, mascate_worker;

-- What is due to be sent of a kind, the longest waiting first.
CREATE INDEX listing_push_turn ON listing_push (organization_id, kind, queued_at, listing_id) WHERE state = 'waiting';
