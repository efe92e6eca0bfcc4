-- Called by lib/connect/money-reports/write-items.ts. In SQL by take_waiting_income. Writes rows of an income report as judge_income takes them,
-- with the totals that follow. Only the order's own row says all that its fees are: what an export or a rule said of that order goes then;
-- a correction or a refund alone leaves it standing. A row that tells what was sold is the order's own, though it names a refund.
CREATE OR REPLACE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
  v_orders uuid[];
  v_whole uuid[];
  v_sold uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('releases:' || p_shop, 0));
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
    AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE;
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('orderId', j.order_id, 'kept', j.part, 'takes', j.takes, 'waits', j.waits, 'pays', j.pays)), '[]'),
    coalesce(array_agg(DISTINCT j.order_id) FILTER (WHERE j.takes), '{}'), count(*) FILTER (WHERE j.outcome = 'new'),
    count(*) FILTER (WHERE j.outcome = 'changed'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, v_orders, created, updated, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_income(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  PERFORM write_releases(p_shop, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'source', 'file', 'key', r.kept, 'known', true, 'amount', r.amount, 'at', r.at)), '[]')
    FROM jsonb_to_recordset(v_judged) AS r(code text, kept text, amount bigint, at timestamptz, pays boolean) WHERE r.pays));

  DELETE FROM waiting_income w USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, code text, kept text)
  WHERE r."orderId" IS NOT NULL AND w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.kept
    AND w.external_code = ANY (array(SELECT x.code FROM jsonb_to_recordset(v_judged) AS x(code text)));
  INSERT INTO waiting_income (organization_id, shop_id, external_code, part, at, lines)
  SELECT DISTINCT ON (r.code, r.kept) v_org, p_shop, r.code, r.kept, r.at, r.lines
  FROM jsonb_to_recordset(v_judged) AS r(code text, kept text, at timestamptz, lines jsonb, waits boolean) WHERE r.waits ORDER BY r.code, r.kept
  ON CONFLICT (organization_id, shop_id, external_code, part) DO UPDATE SET at = excluded.at, lines = excluded.lines;

  IF cardinality(v_orders) > 0 THEN
    v_sold := array(SELECT o.id FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND (
      EXISTS (SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'export')
      OR o.status NOT IN ('pending', 'confirmed', 'processing') AND EXISTS (SELECT 1 FROM money_line l WHERE l.organization_id = v_org AND l.order_id = o.id
        AND l.source IN ('income', 'api') AND l.kind = 'product_revenue')));
    PERFORM append_order_deltas(v_orders, -1);
    DELETE FROM money_line l USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, kept text, takes boolean)
    WHERE r.takes AND l.organization_id = v_org AND l.order_id = r."orderId" AND l.source = 'income' AND split_part(l.key, '#', 2) = r.kept;
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r."orderId", x.kind, 'income', split_part(x.key, '#', 1) || CASE r.kept WHEN '' THEN '' ELSE '#' || r.kept END, x.amount, x.name, r.at
    FROM jsonb_to_recordset(v_judged) AS r("orderId" uuid, kept text, takes boolean, at timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.takes;
    v_whole := orders_with_income(v_orders);
    DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source IN ('rule', 'export');
    UPDATE orders o SET version = o.version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.id <> ALL (v_whole);
    UPDATE orders o SET fees_charged_cents = s.charged, fees_estimated_cents = NULL,
      seller_voucher_cents = CASE WHEN o.id = ANY (v_sold) THEN o.seller_voucher_cents ELSE coalesce(s.voucher, o.seller_voucher_cents) END,
      freight_paid_cents = coalesce(s.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM (
      SELECT l.order_id, -sum(l.amount_cents) FILTER (WHERE l.kind IN ('commission', 'service', 'affiliate', 'protection')
          OR l.kind = 'other' AND l.key LIKE 'seller\_transaction\_fee%')::bigint AS charged,
        -sum(l.amount_cents) FILTER (WHERE l.kind = 'seller_voucher')::bigint AS voucher, sum(l.amount_cents) FILTER (WHERE l.kind = 'freight_paid')::bigint AS freight
      FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source = 'income' GROUP BY 1) s
    WHERE o.organization_id = v_org AND o.id = s.order_id;
    PERFORM price_by_revenue(v_orders);
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_income TO mascate_worker;
