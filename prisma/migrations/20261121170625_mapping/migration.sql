-- CreateEnum
CREATE TYPE "MappingRunKind" AS ENUM ('remap', 'sheet');

-- CreateEnum
CREATE TYPE "MappingRunState" AS ENUM ('waiting', 'ready', 'applying', 'done', 'failed');

-- CreateTable
CREATE TABLE "mapping_run" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "MappingRunKind" NOT NULL,
    "state" "MappingRunState" NOT NULL DEFAULT 'waiting',
    "input" JSONB NOT NULL DEFAULT '{}',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "summary" JSONB NOT NULL DEFAULT '{}',
    "problems" JSONB NOT NULL DEFAULT '[]',
    "file_id" UUID,
    "file_name" TEXT,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "mapping_run_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "push_cursor" (
    "organization_id" UUID NOT NULL,
    "movement_id" BIGINT NOT NULL DEFAULT 0,
    "compared_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_cursor_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "mapping_run_organization_id_created_at_id_idx" ON "mapping_run"("organization_id", "created_at" DESC, "id");

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mapping_run', 'push_cursor'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
END $$;

CREATE INDEX listing_push_due ON listing_push (organization_id, next_at) WHERE state = 'waiting';
CREATE INDEX listing_by_title ON listing (organization_id, title, id);

-- ---------------------------------------------------------------- kits

-- What can be promised of products now: of a kit, as many as its scarcest component makes. counted: whether somebody has ever said how
-- many there are (what only orders moved is not known).
CREATE FUNCTION available_units(p_products uuid[]) RETURNS TABLE (product_id uuid, available bigint, is_kit boolean, counted boolean)
LANGUAGE sql STABLE SET search_path = public AS $$
  WITH wanted AS (
    SELECT DISTINCT u AS id FROM unnest(p_products) u
  ), part AS (
    SELECT w.id, k.component_id AS part_id, k.quantity, true AS is_kit FROM wanted w
    JOIN kit_component k ON k.organization_id = current_organization() AND k.kit_id = w.id
    UNION ALL
    SELECT w.id, w.id, 1, false FROM wanted w
    WHERE NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = current_organization() AND k.kit_id = w.id)
  )
  SELECT p.id, min(floor(coalesce(l.on_hand - l.reserved, 0)::numeric / p.quantity))::bigint, bool_or(p.is_kit),
    bool_and(EXISTS (SELECT 1 FROM stock_movement m
      WHERE m.organization_id = current_organization() AND m.product_id = p.part_id AND m.source_kind NOT IN ('order', 'return')))
  FROM part p LEFT JOIN (
    SELECT s.product_id, s.on_hand, s.reserved FROM stock_level s
    JOIN stock_location o ON o.organization_id = s.organization_id AND o.id = s.location_id AND o.kind = 'own'
    WHERE s.organization_id = current_organization()) l ON l.product_id = p.part_id
  GROUP BY p.id
$$;

-- Makes a product a kit of these: [{"product", "quantity"}]; of none, a product like others again. Orders that took it keep what they took.
-- Raises P0001 'product_not_found', 'kit_in_kit' (a kit in a kit, or a component that is to be one) or 'kit_has_stock' (what has stock of
-- its own, or has had, is no kit: its open orders would be booked again).
CREATE FUNCTION set_kit(p_kit uuid, p_parts jsonb) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_bad uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('kits:' || v_org, 0));
  PERFORM 1 FROM product p WHERE p.organization_id = v_org AND p.id = p_kit FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = p_kit::text; END IF;
  SELECT x.product INTO v_bad FROM jsonb_to_recordset(p_parts) AS x(product uuid, quantity int)
  LEFT JOIN product p ON p.organization_id = v_org AND p.id = x.product AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = coalesce(v_bad::text, ''); END IF;
  IF jsonb_array_length(p_parts) > 0 THEN
    SELECT k.kit_id INTO v_bad FROM kit_component k WHERE k.organization_id = v_org
      AND (k.component_id = p_kit OR k.kit_id IN (SELECT x.product FROM jsonb_to_recordset(p_parts) AS x(product uuid))) LIMIT 1;
    IF FOUND OR EXISTS (SELECT 1 FROM jsonb_to_recordset(p_parts) AS x(product uuid) WHERE x.product = p_kit) THEN
      RAISE EXCEPTION 'kit_in_kit' USING errcode = 'P0001', detail = coalesce(v_bad, p_kit)::text;
    END IF;
    IF EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.product_id = p_kit) THEN
      RAISE EXCEPTION 'kit_has_stock' USING errcode = 'P0001', detail = p_kit::text;
    END IF;
  END IF;
  DELETE FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = p_kit
    AND k.component_id NOT IN (SELECT x.product FROM jsonb_to_recordset(p_parts) AS x(product uuid));
  INSERT INTO kit_component AS k (organization_id, kit_id, component_id, quantity)
  SELECT v_org, p_kit, x.product, sum(x.quantity) FROM jsonb_to_recordset(p_parts) AS x(product uuid, quantity int) GROUP BY x.product
  ON CONFLICT (organization_id, kit_id, component_id) DO UPDATE SET quantity = excluded.quantity;
END $$;

-- Saves a manual order as before; a kit costs what its components cost, unless it has a cost of its own.
CREATE OR REPLACE FUNCTION place_order(p jsonb) RETURNS jsonb LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_order uuid := (p->>'id')::uuid;
  v_status "OrderStatus" := (p->>'status')::"OrderStatus";
  v_channel uuid := (p->>'channelId')::uuid;
  v_zone text;
  v_backorders boolean;
  v_day date;
  v_bad record;
  v_total bigint;
BEGIN
  SELECT time_zone, backorders INTO v_zone, v_backorders FROM organization WHERE organization_id = v_org;
  v_day := (now() AT TIME ZONE v_zone)::date;
  IF NOT EXISTS (SELECT 1 FROM channel WHERE organization_id = v_org AND id = v_channel AND archived_at IS NULL) THEN
    RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001', detail = v_channel::text;
  END IF;

  SELECT l.product AS id, pr.id IS NULL AS missing INTO v_bad
  FROM (SELECT (x->>'productId')::uuid AS product, (x->>'unitPriceCents')::bigint AS price FROM jsonb_array_elements(p->'lines') x) l
  LEFT JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product AND pr.archived_at IS NULL
  WHERE pr.id IS NULL OR coalesce(l.price, pr.price_cents) IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION '%', CASE WHEN v_bad.missing THEN 'product_not_found' ELSE 'price_missing' END USING errcode = 'P0001', detail = v_bad.id::text;
  END IF;

  WITH lines AS (
    SELECT x.ord::int AS line, (x.l->>'productId')::uuid AS product, (x.l->>'quantity')::int AS quantity, (x.l->>'unitPriceCents')::bigint AS price
    FROM jsonb_array_elements(p->'lines') WITH ORDINALITY AS x(l, ord)
  ), priced AS (
    SELECT l.line, pr.id AS product, pr.sku::text AS sku, pr.title, l.quantity, coalesce(l.price, pr.price_cents) AS price,
      coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = pr.id AND c.from_day <= v_day
        ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(pr.id, v_day)) AS cost
    FROM lines l JOIN product pr ON pr.organization_id = v_org AND pr.id = l.product
  ), sums AS (
    SELECT sum(quantity)::int AS units, sum(quantity * price)::bigint AS total FROM priced
  ), head AS (
    INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, status, customer_name, note, placed_at, local_day,
      paid_at, shipped_at, units, revenue_cents, total_cents, fees_charged_cents, created_by)
    SELECT v_org, v_order, p->>'code', 'manual', v_channel, v_channel, v_status, p->>'customerName', p->>'note', now(), v_day,
      CASE WHEN v_status <> 'pending' THEN now() END, CASE WHEN v_status = 'shipped' THEN now() END,
      units, total, total, (SELECT round(total * fee_rate) FROM channel WHERE organization_id = v_org AND id = v_channel), (p->>'actorId')::uuid
    FROM sums RETURNING total_cents
  ), items AS (
    INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, subtotal_cents, unit_cost)
    SELECT v_org, v_order, line, product, sku, title, quantity, price, quantity * price, cost FROM priced
  )
  SELECT total_cents INTO v_total FROM head;

  PERFORM settle_order_stock(ARRAY[v_order], (p->>'actorId')::uuid, v_backorders);
  PERFORM append_order_deltas(ARRAY[v_order], 1);
  RETURN jsonb_build_object('id', v_order, 'code', p->>'code', 'totalCents', v_total::text);
END $$;

-- ---------------------------------------------------------------- mapping

-- Maps listings as they were seen: [{"listing", "product", "quantity", "seenProduct", "seenQuantity"}]; without product they are unmapped.
-- Answers those that changed; what somebody has mapped otherwise meanwhile, or maps to what is gone, stays. Writers of a shop's orders
-- take turns with it, so that no order slips in under the former mapping.
CREATE FUNCTION map_listings(p_rows jsonb, p_how "MappingHow", p_actor uuid) RETURNS TABLE (listing_id uuid)
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_changed uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || s.shop_id, 0)) FROM (
    SELECT DISTINCT l.shop_id FROM listing l WHERE l.organization_id = v_org
      AND l.id = ANY (array(SELECT x.listing FROM jsonb_to_recordset(p_rows) AS x(listing uuid))) ORDER BY 1) s;
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
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, quantity, how, mapped_by)
  SELECT v_org, uuid_v7(), l.id, l.product_id, l.product_quantity, p_how, p_actor FROM listing l
  WHERE l.organization_id = v_org AND l.id = ANY (v_changed) AND l.product_id IS NOT NULL;
  -- What waits to be pushed was worked out from the former mapping.
  DELETE FROM listing_push p WHERE p.organization_id = v_org AND p.listing_id = ANY (v_changed) AND p.state <> 'sent';
  RETURN QUERY SELECT unnest(v_changed);
END $$;

-- Gives the items of these orders that were sold under these listings what the listings are mapped to today. Roll-ups and stock follow;
-- costs are those of the day of the order. Items that have it already are left alone. Answers how many orders changed.
CREATE FUNCTION remap_orders(p_shop uuid, p_listings uuid[], p_orders uuid[], p_actor uuid) RETURNS integer
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT coalesce(array_agg(o.id), '{}') INTO v_orders FROM (
    SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.shop_id = p_shop AND o.id = ANY (p_orders) AND EXISTS (
      SELECT 1 FROM order_item i JOIN listing l ON l.organization_id = v_org AND l.id = i.listing_id
      WHERE i.organization_id = v_org AND i.order_id = o.id AND i.listing_id = ANY (p_listings)
        AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity))
    ORDER BY o.id FOR UPDATE) o;
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM append_order_deltas(v_orders, -1);
  UPDATE order_item i SET product_id = l.product_id, product_quantity = l.product_quantity,
    unit_cost = coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= o.local_day
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, o.local_day))
  FROM listing l, orders o
  WHERE i.organization_id = v_org AND i.order_id = ANY (v_orders) AND i.listing_id = ANY (p_listings)
    AND l.organization_id = v_org AND l.id = i.listing_id AND o.organization_id = v_org AND o.id = i.order_id
    AND (i.product_id, i.product_quantity) IS DISTINCT FROM (l.product_id, l.product_quantity);
  UPDATE orders o SET version = version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders);
  PERFORM settle_order_stock(v_orders, p_actor, true);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;

-- ---------------------------------------------------------------- stock and price back to the platform

-- What the shop's mapped listings should offer, beside what is there. Left out: what the marketplace's own warehouse sends, what cannot be
-- edited there, what was never read from there, and products that nobody has ever counted.
CREATE FUNCTION wanted_stock(p_shop uuid, p_products uuid[]) RETURNS TABLE (listing_id uuid, product_id uuid, wanted integer, there integer)
LANGUAGE sql STABLE SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
  WITH listed AS MATERIALIZED (
    SELECT l.id, l.product_id, l.product_quantity, l.platform_stock, l.promotion_units FROM listing l
    WHERE l.organization_id = current_organization() AND l.shop_id = p_shop AND l.product_id IS NOT NULL
      AND (p_products IS NULL OR l.product_id = ANY (p_products))
      AND l.item_id IS NOT NULL AND l.synced_at IS NOT NULL AND l.gone_at IS NULL AND NOT l.fulfilled_by_platform
      AND coalesce(l.status, '') NOT IN ('BANNED', 'SELLER_DELETE', 'SHOPEE_DELETE')
  ), stock AS MATERIALIZED (
    SELECT a.* FROM available_units(array(SELECT DISTINCT product_id FROM listed)) a WHERE a.counted
  ), rule AS (
    SELECT s.safety_units, coalesce((SELECT max(o.last_units) FROM shop o
      WHERE o.organization_id = current_organization() AND o.id <> p_shop), 0) AS last_elsewhere
    FROM shop s WHERE s.organization_id = current_organization() AND s.id = p_shop
  )
  SELECT l.id, l.product_id, least(greatest(l.promotion_units, 0, CASE WHEN s.available <= r.last_elsewhere THEN 0
      ELSE floor((s.available - r.safety_units)::numeric / l.product_quantity) END), 999999)::integer, l.platform_stock
  FROM listed l JOIN stock s ON s.product_id = l.product_id CROSS JOIN rule r
$$;

-- Queues the stock that differs for a shop whose stock we set; of some products (and the kits that they are in), or of all. A later wish
-- takes the place of an earlier one; what has come to be right by itself is not sent. Answers how many listings wait anew.
CREATE FUNCTION plan_stock_pushes(p_shop uuid, p_products uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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
    DELETE FROM listing_push p USING wish w
    WHERE p.organization_id = v_org AND p.listing_id = w.listing_id AND p.kind = 'stock' AND p.state <> 'sent' AND w.wanted = w.there
  ), queued AS (
    INSERT INTO listing_push AS p (organization_id, listing_id, kind, wanted)
    SELECT v_org, w.listing_id, 'stock', w.wanted FROM wish w WHERE w.wanted IS DISTINCT FROM w.there ORDER BY w.listing_id
    ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
      platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
    WHERE p.wanted <> excluded.wanted OR p.state = 'sent'
    RETURNING 1
  )
  SELECT count(*) INTO v_queued FROM queued;
  RETURN v_queued;
END $$;

-- A product's new price is what its listings should show in the shops whose prices we set.
CREATE FUNCTION plan_price_pushes() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO listing_push AS p (organization_id, listing_id, kind, wanted)
  SELECT NEW.organization_id, l.id, 'price', NEW.price_cents * l.product_quantity FROM listing l
  JOIN shop s ON s.organization_id = l.organization_id AND s.id = l.shop_id AND s.status = 'active' AND s.price_master = 'mascate'
  WHERE l.organization_id = NEW.organization_id AND l.product_id = NEW.id AND l.item_id IS NOT NULL AND l.synced_at IS NOT NULL AND l.gone_at IS NULL
    AND coalesce(l.status, '') NOT IN ('BANNED', 'SELLER_DELETE', 'SHOPEE_DELETE')
    AND (l.original_cents IS DISTINCT FROM NEW.price_cents * l.product_quantity OR EXISTS (SELECT 1 FROM listing_push q
      WHERE q.organization_id = l.organization_id AND q.listing_id = l.id AND q.kind = 'price' AND q.state <> 'sent'))
  ORDER BY l.id
  ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
    platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL
  WHERE p.wanted <> excluded.wanted OR p.state <> 'waiting';
  RETURN NULL;
END $$;
CREATE TRIGGER product_price_changed AFTER UPDATE OF price_cents ON product FOR EACH ROW
WHEN (NEW.price_cents IS NOT NULL AND NEW.price_cents IS DISTINCT FROM OLD.price_cents) EXECUTE FUNCTION plan_price_pushes();

-- Companies with a connected shop whose stock or prices we set: where the worker looks for what to push.
CREATE FUNCTION list_pushing_organizations() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT s.organization_id FROM shop s JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.status = 'active' AND 'mascate' IN (s.stock_master, s.price_master) AND (o.deletion_at IS NULL OR o.deletion_at > now())
$$;

REVOKE ALL ON FUNCTION available_units, set_kit, map_listings, remap_orders, wanted_stock, plan_stock_pushes, plan_price_pushes,
  list_pushing_organizations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION available_units, set_kit, map_listings, remap_orders, wanted_stock, plan_stock_pushes TO mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_pushing_organizations TO mascate_worker;
