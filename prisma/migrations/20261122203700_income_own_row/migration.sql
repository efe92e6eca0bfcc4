-- Only the order's own row of an income report says all that its fees are: a correction or a refund alone leaves standing what the export or the rule
-- says of them.
CREATE OR REPLACE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
  v_orders uuid[];
  v_whole uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
    AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE;
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('orderId', j.order_id, 'takes', j.takes, 'pays', j.pays)), '[]'),
    coalesce(array_agg(DISTINCT j.order_id) FILTER (WHERE j.takes), '{}'), count(*) FILTER (WHERE j.outcome = 'new'),
    count(*) FILTER (WHERE j.outcome = 'changed'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, v_orders, created, updated, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_income(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  PERFORM write_releases(p_shop, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'source', 'file', 'key', r.part, 'amount', r.amount, 'at', r.at)), '[]')
    FROM jsonb_to_recordset(v_judged) AS r(code text, part text, amount bigint, at timestamptz, pays boolean) WHERE r.pays));

  IF cardinality(v_orders) > 0 THEN
    PERFORM append_order_deltas(v_orders, -1);
    DELETE FROM money_line l USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, part text, takes boolean)
    WHERE r.takes AND l.organization_id = v_org AND l.order_id = r."orderId" AND l.source = 'income' AND split_part(l.key, '#', 2) = r.part;
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r."orderId", x.kind, 'income', x.key, x.amount, x.name, r.at
    FROM jsonb_to_recordset(v_judged) AS r("orderId" uuid, takes boolean, at timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.takes;
    v_whole := array(SELECT DISTINCT l.order_id FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_orders) AND l.source = 'income'
      AND strpos(l.key, '#') = 0);
    DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source IN ('rule', 'export');
    UPDATE orders o SET version = o.version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.id <> ALL (v_whole);
    UPDATE orders o SET fees_charged_cents = s.charged, fees_estimated_cents = NULL, seller_voucher_cents = coalesce(s.voucher, o.seller_voucher_cents),
      freight_paid_cents = coalesce(s.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM (
      SELECT l.order_id, -sum(l.amount_cents) FILTER (WHERE l.kind IN ('commission', 'service', 'affiliate', 'protection')
          OR l.kind = 'other' AND l.key LIKE 'seller\_transaction\_fee%')::bigint AS charged,
        -sum(l.amount_cents) FILTER (WHERE l.kind = 'seller_voucher')::bigint AS voucher, sum(l.amount_cents) FILTER (WHERE l.kind = 'freight_paid')::bigint AS freight
      FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_whole) AND l.source = 'income' GROUP BY 1) s
    WHERE o.organization_id = v_org AND o.id = s.order_id;
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;
