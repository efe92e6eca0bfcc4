-- Called by lib/sync/sync-escrow.ts. What the platform settles of orders: [{code, asOf, charged, voucher, freight, adjusted, lines: [{kind,
-- key, amount, name}], items}]. Older than what is known changes nothing. What a rule or an export said of that money goes; the voucher an
-- order was sold with stays. Of a bundle the items' prices follow. Roll-ups follow.
CREATE OR REPLACE FUNCTION write_escrow(p_shop uuid, p_rows jsonb) RETURNS TABLE (changed integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_rows jsonb;
  v_prices jsonb;
  v_same uuid[];
  v_orders uuid[];
  v_sold uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  WITH known AS (
    SELECT o.id, o.external_code FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
      AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE
  )
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', k.id)), '[]') INTO v_rows
  FROM jsonb_array_elements(p_rows) r JOIN known k ON k.external_code = r.value->>'code'
  WHERE NOT EXISTS (SELECT 1 FROM money_line l
    WHERE l.organization_id = v_org AND l.order_id = k.id AND l.source = 'api' AND l.as_of > (r.value->>'asOf')::timestamptz);

  -- Lines of the same listing are told apart by their order.
  WITH told AS (
    SELECT r.id, i.item, i.model, i.q, i.subtotal, i.saved, row_number() OVER (PARTITION BY r.id, i.item, i.model ORDER BY i.place) AS nth
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, items jsonb),
    ROWS FROM (jsonb_to_recordset(r.items) AS (item text, model text, q int, subtotal bigint, saved bigint))
      WITH ORDINALITY AS i(item, model, q, subtotal, saved, place)
  ), line AS (
    SELECT t.order_id AS id, l.item_id AS item, l.model_id AS model, t.line, t.quantity, t.subtotal_cents, t.discount_cents,
      row_number() OVER (PARTITION BY t.order_id, l.item_id, l.model_id ORDER BY t.line) AS nth
    FROM order_item t LEFT JOIN listing l ON l.organization_id = v_org AND l.id = t.listing_id
    WHERE t.organization_id = v_org AND t.order_id = ANY (array(SELECT told.id FROM told))
  ), met AS (
    SELECT id, l.line, t.subtotal, t.saved, l.subtotal_cents, l.discount_cents, coalesce(t.q = l.quantity, false) AS agrees
    FROM told t FULL JOIN line l USING (id, item, model, nth)
  )
  SELECT coalesce(jsonb_agg(to_jsonb(m)), '[]') INTO v_prices FROM met m WHERE m.id IN (
    SELECT id FROM met GROUP BY id
    HAVING bool_and(agrees) AND bool_or((subtotal, saved) IS DISTINCT FROM (subtotal_cents, discount_cents)));

  SELECT array_agg(j.id) FILTER (WHERE j.same), array_agg(j.id) FILTER (WHERE NOT j.same), count(*)::int INTO v_same, v_orders, kept FROM (
    SELECT r.id, o.fees_charged_cents IS NOT DISTINCT FROM r.charged
      AND NOT EXISTS (SELECT 1 FROM jsonb_to_recordset(v_prices) AS x(id uuid) WHERE x.id = r.id)
      AND NOT EXISTS (
        (SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api')
        UNION ALL
        (SELECT l.kind, l.key, l.amount_cents FROM money_line l WHERE l.organization_id = v_org AND l.order_id = r.id
            AND (r.adjusted OR l.source <> 'api' OR l.kind <> 'adjustment')
          EXCEPT SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint))) AS same
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, charged bigint, adjusted boolean, lines jsonb)
    JOIN orders o ON o.organization_id = v_org AND o.id = r.id) j;
  v_orders := coalesce(v_orders, '{}');
  changed := cardinality(v_orders);
  kept := kept - changed;

  UPDATE money_line l SET as_of = r."asOf" FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz)
  WHERE r.id = ANY (v_same) AND l.organization_id = v_org AND l.order_id = r.id AND l.source = 'api' AND l.as_of < r."asOf";

  IF changed > 0 THEN
    v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND (
      EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
      OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
        AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
    PERFORM append_order_deltas(v_orders, -1);
    UPDATE order_item t SET subtotal_cents = x.subtotal, discount_cents = x.saved, unit_price_cents = round(x.subtotal::numeric / t.quantity)
    FROM jsonb_to_recordset(v_prices) AS x(id uuid, line int, subtotal bigint, saved bigint)
    WHERE t.organization_id = v_org AND t.order_id = x.id AND t.line = x.line;
    UPDATE orders o SET revenue_cents = s.subtotal, seller_discount_cents = s.saved
    FROM (SELECT x.id, sum(x.subtotal)::bigint AS subtotal, sum(x.saved)::bigint AS saved
      FROM jsonb_to_recordset(v_prices) AS x(id uuid, subtotal bigint, saved bigint) GROUP BY x.id) s
    WHERE o.organization_id = v_org AND o.id = s.id;
    UPDATE orders o SET fees_charged_cents = r.charged, fees_estimated_cents = NULL,
      seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(r.voucher, o.seller_voucher_cents) END,
      freight_paid_cents = coalesce(r.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, charged bigint, voucher bigint, freight bigint)
    WHERE o.organization_id = v_org AND o.id = r.id AND r.id = ANY (v_orders);
    DELETE FROM money_line l USING jsonb_to_recordset(v_rows) AS r(id uuid, adjusted boolean)
    WHERE r.id = ANY (v_orders) AND l.organization_id = v_org AND l.order_id = r.id
      AND (r.adjusted OR l.source <> 'api' OR l.kind <> 'adjustment');
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r.id, x.kind, 'api', x.key, x.amount, x.name, r."asOf"
    FROM jsonb_to_recordset(v_rows) AS r(id uuid, "asOf" timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.id = ANY (v_orders);
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_escrow FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_escrow TO mascate_worker;
