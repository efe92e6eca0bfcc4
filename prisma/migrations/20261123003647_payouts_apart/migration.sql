-- ---------------------------------------------------------------- each payout of an order for itself

-- The key under which a payout stands. Each row: {n, code, source, key, at}; a key is '' for an order's own payout, else a refund's number. A
-- report tells days and the platform moments, so what was paid less than half a day apart is one payout told again; another one of the same key
-- gets its own moment behind the key.
CREATE FUNCTION release_keys(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, key text) LANGUAGE sql STABLE SET search_path = public
SET plan_cache_mode = force_custom_plan AS $$
  WITH met AS (
    SELECT r.n, r.code, r.source, r.key AS part, r.at,
      (SELECT t.key FROM release t WHERE t.organization_id = current_organization() AND t.shop_id = p_shop AND t.external_code = r.code AND t.source = r.source
          AND split_part(t.key, '@', 1) = r.key AND t.released_at > r.at - interval '12 hours' AND t.released_at < r.at + interval '12 hours'
        ORDER BY abs(extract(epoch FROM t.released_at - r.at)), t.key LIMIT 1) AS key,
      EXISTS (SELECT 1 FROM release t WHERE t.organization_id = current_organization() AND t.shop_id = p_shop AND t.external_code = r.code
        AND t.source = r.source AND t.key = r.key) AS taken
    FROM jsonb_to_recordset(p_rows) AS r(n integer, code text, source "PayoutSource", key text, at timestamptz)
  )
  SELECT m.n, coalesce(m.key, CASE WHEN m.taken OR dense_rank() OVER (PARTITION BY m.code, m.source, m.part, m.key IS NULL ORDER BY m.at) > 1
    THEN m.part || '@' || to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') ELSE m.part END)
  FROM met m
$$;

-- As before, and an order that was paid twice keeps both payouts.
CREATE OR REPLACE FUNCTION write_releases(p_shop uuid, p_rows jsonb) RETURNS integer LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_changed integer;
  v_rows jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('releases:' || p_shop, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('n', r.ordinality)), '[]') INTO v_rows FROM jsonb_array_elements(p_rows) WITH ORDINALITY r;
  INSERT INTO release AS t (organization_id, shop_id, external_code, source, key, amount_cents, released_at)
  SELECT DISTINCT ON (r.code, r.source, k.key) current_organization(), p_shop, r.code, r.source, k.key, r.amount, r.at
  FROM jsonb_to_recordset(v_rows) AS r(n integer, code text, source "PayoutSource", amount bigint, at timestamptz)
  JOIN release_keys(p_shop, v_rows) k ON k.n = r.n
  ORDER BY r.code, r.source, k.key, r.at DESC
  ON CONFLICT (organization_id, shop_id, external_code, source, key) DO UPDATE SET amount_cents = excluded.amount_cents, released_at = excluded.released_at
  WHERE (t.amount_cents, t.released_at) IS DISTINCT FROM (excluded.amount_cents, excluded.released_at);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;

-- ---------------------------------------------------------------- what a report says of orders that are not here yet

CREATE TABLE "waiting_income" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "external_code" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "lines" JSONB NOT NULL,

    CONSTRAINT "waiting_income_pkey" PRIMARY KEY ("organization_id","shop_id","external_code","part")
);

-- AddForeignKey
ALTER TABLE "waiting_income" ADD CONSTRAINT "waiting_income_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE waiting_income ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiting_income FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON waiting_income USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON waiting_income AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT, INSERT, UPDATE, DELETE ON waiting_income TO mascate_worker;

-- What rows of an income report would do. Each row: {n, code, part, amount, at, lines: [{kind, key, amount, name}]}. A part is '' for an order's
-- own row, else a refund's number or what tells a correction from others; what stands behind '#' in its lines' keys is made here, of the key
-- under which its payout stands. "amount" is null where a row tells of no payout. Lines count only of an order of whose money the API has told
-- nothing; those of an order that is not here wait for it.
DROP FUNCTION judge_income(uuid, jsonb);
CREATE FUNCTION judge_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, order_id uuid, part text, takes boolean, waits boolean, pays boolean, outcome text)
LANGUAGE sql STABLE SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
  WITH keyed AS MATERIALIZED (
    SELECT k.n, k.key FROM release_keys(p_shop, (SELECT coalesce(jsonb_agg(jsonb_build_object('n', x.n, 'code', x.code, 'source', 'file', 'key', x.part, 'at', x.at)), '[]')
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

-- As before, but for that, and: the voucher that an order was sold with stays what an export said of it, or what was told first of one that has
-- been sent since. What the settlement says is what was charged; written over the order, it would be its own expectation.
CREATE OR REPLACE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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
    SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'source', 'file', 'key', r.part, 'amount', r.amount, 'at', r.at)), '[]')
    FROM jsonb_to_recordset(v_judged) AS r(code text, part text, amount bigint, at timestamptz, pays boolean) WHERE r.pays));

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
      AND strpos(l.key, '#') = 0);
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

-- What waited for these orders, now that they are here. Answers of how many rows that is.
CREATE FUNCTION take_waiting_income(p_shop uuid, p_codes text[]) RETURNS integer LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_rows jsonb;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM waiting_income w WHERE w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = ANY (p_codes)) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT jsonb_agg(jsonb_build_object('n', t.n, 'code', t.external_code, 'part', t.part, 'amount', NULL, 'at', t.at, 'lines', t.lines)) INTO v_rows FROM (
    SELECT w.*, row_number() OVER () AS n FROM waiting_income w
    WHERE w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = ANY (p_codes) AND EXISTS (
      SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = w.external_code)) t;
  IF v_rows IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM write_income(p_shop, v_rows);
  RETURN jsonb_array_length(v_rows);
END $$;

REVOKE ALL ON FUNCTION release_keys, judge_income, take_waiting_income FROM PUBLIC;
GRANT EXECUTE ON FUNCTION release_keys, judge_income, take_waiting_income TO mascate_worker;
