-- ---------------------------------------------------------------- what the sync writes beside orders

GRANT EXECUTE ON FUNCTION receive_push TO mascate_worker;

-- What the platform settles of orders: [{code, asOf, charged, voucher, freight, lines: [{kind, key, amount, name}]}], each term of the
-- escrow a line of its own. asOf is how new the order was when it was asked for; what is older than what is known changes nothing.
-- What a rule or an export said of an order's money goes: the platform's own word is better. Roll-ups follow.
CREATE FUNCTION write_escrow(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, kept integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_rows jsonb;
  v_same uuid[];
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  WITH known AS (
    SELECT o.id, o.external_code FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
      AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE
  )
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', k.id)), '[]') INTO v_rows
  FROM jsonb_array_elements(p_rows) r JOIN known k ON k.external_code = r.value->>'code';

  SELECT array_agg(j.id) FILTER (WHERE j.same), array_agg(j.id) FILTER (WHERE NOT j.same), count(*)::int INTO v_same, v_orders, kept FROM (
    SELECT r.id, o.fees_charged_cents IS NOT DISTINCT FROM r.charged AND NOT EXISTS (
        (SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api')
        UNION ALL
        (SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id
          EXCEPT SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint))) AS same
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz, charged bigint, lines jsonb)
    JOIN orders o ON o.organization_id = v_org AND o.id = r.id
    WHERE NOT EXISTS (
      SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api' AND l.as_of > r."asOf")) j;
  v_orders := coalesce(v_orders, '{}');
  changed := cardinality(v_orders);
  kept := kept - changed;

  UPDATE money_line l SET as_of = r."asOf" FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz)
  WHERE r.id = ANY (v_same) AND l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api' AND l.as_of < r."asOf";

  IF changed > 0 THEN
    PERFORM append_order_deltas(v_orders, -1);
    UPDATE orders o SET fees_charged_cents = r.charged, fees_estimated_cents = NULL, seller_voucher_cents = coalesce(r.voucher, o.seller_voucher_cents),
      freight_paid_cents = coalesce(r.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, charged bigint, voucher bigint, freight bigint)
    WHERE o.organization_id = v_org AND o.id = r.id AND r.id = ANY (v_orders);
    DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_orders);
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r.id, x.kind, 'api', x.key, x.amount, x.name, r."asOf"
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.id = ANY (v_orders);
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;

-- Items and variations as the platform gives them, each item whole:
-- [{k, x, item, model, s, t, v, p, o, status, image, stock, promo, hasPromotion, fulfilled}], keys as in write_marketplace_orders.
-- A variation of these items that is not among them is gone.
CREATE FUNCTION write_listings(p_shop uuid, p_rows jsonb, p_actor uuid) RETURNS TABLE (created integer, updated integer, gone integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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
    platform_stock = i.stock, promotion_units = i.promo, has_promotion = i."hasPromotion", fulfilled_by_platform = i.fulfilled, gone_at = NULL, synced_at = now()
  FROM jsonb_to_recordset(p_rows) AS i(item text, model text, s citext, t text, v text, p bigint, o bigint, status text, image text, stock int, promo int,
    "hasPromotion" boolean, fulfilled boolean)
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model
    AND (l.synced_at IS NULL OR l.gone_at IS NOT NULL
      OR (l.sku::text, l.title, l.variation, l.price_cents, l.original_cents, l.status, l.image_url, l.platform_stock, l.promotion_units, l.has_promotion, l.fulfilled_by_platform)
        IS DISTINCT FROM (i.s::text, i.t, i.v, i.p, i.o, i.status, i.image, i.stock, i.promo, i."hasPromotion", i.fulfilled));
  GET DIAGNOSTICS updated = ROW_COUNT;

  -- A new name or SKU is what the next export will call it, unless another listing is called so.
  UPDATE listing l SET external_key = i.x FROM (
    SELECT DISTINCT ON (i.x) i.x, i.item, i.model FROM jsonb_to_recordset(p_rows) AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model) i
  WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model AND l.external_key <> i.x
    AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.external_key = i.x);

  WITH missing AS (
    SELECT i.*, row_number() OVER (PARTITION BY i.x ORDER BY i.item, i.model) AS place
    FROM jsonb_to_recordset(p_rows) AS i(k text, x text, item text, model text, s text, t text, v text, p bigint, o bigint, status text, image text, stock int,
      promo int, "hasPromotion" boolean, fulfilled boolean)
    WHERE NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = i.item AND l.model_id = i.model)
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, original_cents, status, image_url,
      platform_stock, promotion_units, has_promotion, fulfilled_by_platform, synced_at, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, m.o, m.status, m.image, m.stock, m.promo, m."hasPromotion", m.fulfilled, now(), p.id
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

-- Returns as the platform gives them: [{number, code, kind, state, platformStatus, reason, text, images, refund, due, tracking, openedAt, platformAt,
-- items: [{item, model, s, t, v, q, refund}]}]. Older than what is known changes nothing; what was received here stays received.
CREATE FUNCTION write_returns(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, unknown text[]) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_written uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('returns:' || p_shop, 0));
  WITH told AS (
    SELECT o.id AS order_id, r.* FROM jsonb_to_recordset(p_rows) AS r(number text, code text, kind "ReturnKind", state "ReturnState", "platformStatus" text,
      reason text, text text, images text[], refund bigint, due timestamptz, tracking text, "openedAt" timestamptz, "platformAt" timestamptz)
    JOIN orders o ON o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = r.code
  ), written AS (
    INSERT INTO order_return AS t (organization_id, id, order_id, shop_id, number, kind, state, platform_status, reason, buyer_text, images, refund_cents, due_at,
      tracking_number, opened_at, platform_at)
    SELECT v_org, uuid_v7(), r.order_id, p_shop, r.number, r.kind, r.state, r."platformStatus", r.reason, r.text, r.images, r.refund, r.due, r.tracking,
      r."openedAt", r."platformAt" FROM told r ORDER BY r.number
    ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET kind = excluded.kind,
      state = CASE WHEN t.received_at IS NULL THEN excluded.state ELSE t.state END, platform_status = excluded.platform_status, reason = excluded.reason,
      buyer_text = excluded.buyer_text, images = excluded.images, refund_cents = excluded.refund_cents, due_at = excluded.due_at,
      tracking_number = coalesce(excluded.tracking_number, t.tracking_number), platform_at = excluded.platform_at, version = t.version + 1
    WHERE (t.platform_at IS NULL OR t.platform_at <= excluded.platform_at)
      AND (t.kind, t.platform_status, t.reason, t.buyer_text, t.images, t.refund_cents, t.due_at, t.platform_at)
        IS DISTINCT FROM (excluded.kind, excluded.platform_status, excluded.reason, excluded.buyer_text, excluded.images, excluded.refund_cents, excluded.due_at,
          excluded.platform_at)
    RETURNING id, number, order_id, received_at
  ), items AS (
    INSERT INTO return_item AS t (organization_id, return_id, line, order_line, sku, title, variation, quantity, refund_cents)
    SELECT v_org, w.id, i.line, (
        SELECT min(oi.line) FROM order_item oi JOIN listing l ON l.organization_id = v_org AND l.id = oi.listing_id
        WHERE oi.organization_id = v_org AND oi.order_id = w.order_id AND l.item_id = i.item AND l.model_id = i.model),
      i.s, i.t, i.v, i.q, i.refund
    FROM written w JOIN jsonb_to_recordset(p_rows) AS r(number text, items jsonb) ON r.number = w.number,
    ROWS FROM (jsonb_to_recordset(r.items) AS (item text, model text, s text, t text, v text, q int, refund bigint)) WITH ORDINALITY
      AS i(item, model, s, t, v, q, refund, line)
    WHERE w.received_at IS NULL
    ON CONFLICT (organization_id, return_id, line) DO UPDATE SET order_line = excluded.order_line, sku = excluded.sku, title = excluded.title,
      variation = excluded.variation, quantity = excluded.quantity, refund_cents = excluded.refund_cents
  )
  SELECT array_agg(w.id) INTO v_written FROM written w;
  changed := coalesce(cardinality(v_written), 0);
  unknown := array(SELECT r.number FROM jsonb_to_recordset(p_rows) AS r(number text, code text) WHERE NOT EXISTS (
    SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = r.code));
  RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION write_escrow, write_listings, write_returns FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_escrow, write_listings, write_returns TO mascate_worker;

-- Raw answers and authorizations under way have a term too.
CREATE INDEX platform_answer_expiring ON platform_answer (purge_after) WHERE purge_after IS NOT NULL;
CREATE OR REPLACE FUNCTION list_organizations_with_expired() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM order_buyer WHERE purge_after < now()
  UNION SELECT organization_id FROM idempotency WHERE expires_at < now()
  UNION SELECT organization_id FROM stored_file WHERE expires_at < now()
  UNION SELECT organization_id FROM platform_answer WHERE purge_after < now()
  UNION SELECT organization_id FROM shop_authorization WHERE expires_at < now()
$$;
