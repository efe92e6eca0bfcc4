-- In SQL by write_releases, judge_income. The key under which a payout stands: '' for an order's own, else a refund's number. Payments
-- less than half a day apart are one payout listed twice, by a report with days or a platform with moments; another one gets its moment
-- behind the key. Rows that agree in order, refund and day are distinguished by their amount.
CREATE OR REPLACE FUNCTION release_keys(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, key text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
REVOKE ALL ON FUNCTION release_keys FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION release_keys TO mascate_worker;
