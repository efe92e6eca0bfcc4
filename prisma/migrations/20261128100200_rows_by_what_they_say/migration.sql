-- Rows of a report that agree in order, refund and day are told apart by what they say, not by where they stand: the row of the same amount is the same row.
-- A key that is known already is left as it is.
CREATE OR REPLACE FUNCTION release_keys(p_shop uuid, p_rows jsonb) RETURNS TABLE(n integer, key text) LANGUAGE sql STABLE
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH r AS MATERIALIZED (
    SELECT r.n, r.code, r.source, r.key AS part, split_part(split_part(r.key, '@', 1), '~', 1) AS base, r.amount, r.at,
      coalesce(r.known, false) AS known
    FROM jsonb_to_recordset(p_rows) AS r(n integer, code text, source "PayoutSource", key text, amount bigint, at timestamptz, known boolean)
  ), near AS MATERIALIZED (
    SELECT r.n, r.code, r.source, r.base, r.amount, r.part, t.key, t.amount_cents, abs(extract(epoch FROM t.released_at - r.at)) AS apart
    FROM r JOIN release t ON t.organization_id = current_organization() AND t.shop_id = p_shop AND t.external_code = r.code AND t.source = r.source
      AND split_part(split_part(t.key, '@', 1), '~', 1) = r.base
      AND t.released_at > r.at - interval '12 hours' AND t.released_at < r.at + interval '12 hours'
  ), same AS MATERIALIZED (
    SELECT a.n, a.code, a.source, a.key FROM (
      SELECT e.*, dense_rank() OVER (PARTITION BY e.code, e.source, e.base, e.amount ORDER BY e.part, e.n) AS row_nth,
        dense_rank() OVER (PARTITION BY e.code, e.source, e.base, e.amount ORDER BY e.key) AS key_nth
      FROM near e WHERE e.amount = e.amount_cents) a WHERE a.row_nth = a.key_nth
  ), met AS (
    SELECT r.n, r.code, r.source, r.part, r.at, coalesce(CASE WHEN r.known THEN r.part END, s.key, (
        SELECT e.key FROM near e WHERE e.n = r.n AND (split_part(e.key, '@', 1) = r.part OR split_part(e.key, '~', 1) = r.part
            OR strpos(r.part, '~') > 0 AND NOT EXISTS (SELECT 1 FROM r y WHERE y.code = r.code AND y.source = r.source AND y.part = e.key AND y.n <> ALL (SELECT x.n FROM same x)))
          AND NOT EXISTS (SELECT 1 FROM same x WHERE x.code = r.code AND x.source = r.source AND x.key = e.key)
        ORDER BY split_part(e.key, '@', 1) = r.part DESC, e.apart, strpos(e.key, '~'), e.key LIMIT 1)) AS key,
      EXISTS (SELECT 1 FROM release t WHERE t.organization_id = current_organization() AND t.shop_id = p_shop AND t.external_code = r.code
        AND t.source = r.source AND t.key = r.part) AS taken
    FROM r LEFT JOIN same s ON s.n = r.n
  )
  SELECT m.n, coalesce(m.key, CASE WHEN m.taken OR dense_rank() OVER (PARTITION BY m.code, m.source, m.part, m.key IS NULL ORDER BY m.at) > 1
    THEN m.part || '@' || to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') ELSE m.part END)
  FROM met m
$$;

-- As before, and the amount tells rows apart.
CREATE OR REPLACE FUNCTION judge_income(p_shop uuid, p_rows jsonb) RETURNS TABLE(n integer, order_id uuid, part text, takes boolean, waits boolean, pays boolean, outcome text) LANGUAGE sql STABLE
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH keyed AS MATERIALIZED (
    SELECT k.n, k.key FROM release_keys(p_shop, (SELECT coalesce(jsonb_agg(jsonb_build_object('n', x.n, 'code', x.code, 'source', 'file', 'key', x.part, 'amount', x.amount, 'at', x.at)), '[]')
      FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz) WHERE x.amount IS NOT NULL)) k
  ), r AS MATERIALIZED (
    SELECT x.n, x.code, x.amount, x.at, x.lines, coalesce(k.key, x.part) AS part, CASE coalesce(k.key, x.part) WHEN '' THEN '' ELSE '#' || coalesce(k.key, x.part) END AS mark,
      o.id AS order_id
    FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz, lines jsonb)
    LEFT JOIN keyed k ON k.n = x.n
    LEFT JOIN orders o ON o.organization_id = current_organization() AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = x.code
  ), told AS MATERIALIZED (
    SELECT l.order_id, split_part(l.key, '#', 2) AS part, l.source, l.kind, l.key, l.amount_cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = ANY (array(SELECT r.order_id FROM r)) AND l.source IN ('income', 'api')
  ), judged AS (
    SELECT r.n, r.order_id, r.part,
      r.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM told t WHERE t.order_id = r.order_id AND t.source = 'api') AND EXISTS (
        (SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT t.kind, t.key, t.amount_cents FROM told t WHERE t.order_id = r.order_id AND t.part = r.part)
        UNION ALL
        (SELECT t.kind, t.key, t.amount_cents FROM told t WHERE t.order_id = r.order_id AND t.part = r.part
          EXCEPT SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint))) AS takes,
      r.order_id IS NULL AND r.lines <> '[]' AND r.lines IS DISTINCT FROM w.lines AS waits,
      r.amount IS NOT NULL AND (p.amount_cents, p.released_at) IS DISTINCT FROM (r.amount, r.at) AS pays,
      p.amount_cents IS NOT NULL OR w.part IS NOT NULL
        OR EXISTS (SELECT 1 FROM told t WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') AS known
    FROM r LEFT JOIN release p ON p.organization_id = current_organization() AND p.shop_id = p_shop AND p.external_code = r.code AND p.source = 'file'
      AND p.key = r.part AND r.amount IS NOT NULL
    LEFT JOIN waiting_income w ON w.organization_id = current_organization() AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.part
  )
  SELECT j.n, j.order_id, j.part, j.takes, j.waits, j.pays, CASE WHEN NOT j.takes AND NOT j.waits AND NOT j.pays THEN 'same' WHEN j.known THEN 'changed' ELSE 'new' END
  FROM judged j
$$;

-- As before; a row that tells what was sold is the order's own, though it names a refund: no other source's fees stand beside it.
CREATE OR REPLACE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE(created integer, updated integer, kept integer) LANGUAGE plpgsql
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
    v_whole := array(SELECT DISTINCT l.order_id FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_orders) AND l.source = 'income'
      AND (strpos(l.key, '#') = 0 OR l.kind = 'product_revenue' AND l.amount_cents <> 0));
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
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;
