-- Called by lib/connect/money-reports/judge-items.ts. In SQL by write_income. The effect of rows of an income report: {n, code, part,
-- amount, at, lines}. A part is '' for an order's own row, else a refund's number or the identity of a correction; amount is null where a
-- row has no payout. Lines count only for a stored order without money from the API, a correction where the API tells of none. A poorer
-- report removes nothing from a fuller one.
CREATE OR REPLACE FUNCTION judge_income(p_shop uuid, p_rows jsonb)
RETURNS TABLE (n integer, order_id uuid, part text, takes boolean, waits boolean, pays boolean, outcome text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH keyed AS MATERIALIZED (
    SELECT k.n, k.key FROM release_keys(p_shop, (SELECT coalesce(jsonb_agg(jsonb_build_object('n', x.n, 'code', x.code, 'source', 'file', 'key', x.part, 'amount', x.amount, 'at', x.at)), '[]')
      FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz) WHERE x.amount IS NOT NULL)) k
  ), r AS MATERIALIZED (
    SELECT x.n, x.code, x.amount, x.at, x.lines, coalesce(k.key, x.part) AS part, CASE coalesce(k.key, x.part) WHEN '' THEN '' ELSE '#' || coalesce(k.key, x.part) END AS mark,
      o.id AS order_id, x.lines @? '$[*] ? (@.key like_regex "^rest(#|$)")' AS rests, x.lines @? '$[*] ? (@.key starts with "order_adjustment#")' AS corrects
    FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz, lines jsonb)
    LEFT JOIN keyed k ON k.n = x.n
    LEFT JOIN orders o ON o.organization_id = current_organization() AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = x.code
  ), charged AS MATERIALIZED (
    SELECT l.order_id, split_part(l.key, '#', 2) AS part, l.source, l.kind, l.key, l.amount_cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = ANY (array(SELECT r.order_id FROM r)) AND l.source IN ('income', 'api')
  ), judged AS (
    SELECT r.n, r.order_id, r.part,
      r.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM charged t WHERE t.order_id = r.order_id AND t.source = 'api'
          AND (NOT r.corrects OR t.kind = 'adjustment' OR t.key ^@ 'order_adjustment#')) AND EXISTS (
        (SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT t.kind, t.key, t.amount_cents FROM charged t WHERE t.order_id = r.order_id AND t.part = r.part)
        UNION ALL
        (SELECT t.kind, t.key, t.amount_cents FROM charged t WHERE t.order_id = r.order_id AND t.part = r.part
          EXCEPT SELECT x.kind, split_part(x.key, '#', 1) || r.mark, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)))
        AND NOT (r.rests AND (SELECT sum(t.amount_cents) = r.amount AND NOT bool_or(t.key ~ '^rest(#|$)') FROM charged t
          WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') IS TRUE) AS takes,
      r.order_id IS NULL AND r.lines <> '[]' AND r.lines IS DISTINCT FROM w.lines
        AND NOT (r.rests AND (SELECT sum((x->>'amount')::bigint) = r.amount AND NOT bool_or(x->>'key' ~ '^rest(#|$)') FROM jsonb_array_elements(w.lines) x) IS TRUE) AS waits,
      r.amount IS NOT NULL AND (p.amount_cents, p.released_at) IS DISTINCT FROM (r.amount, r.at) AS pays,
      p.amount_cents IS NOT NULL OR w.part IS NOT NULL
        OR EXISTS (SELECT 1 FROM charged t WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') AS known
    FROM r LEFT JOIN release p ON p.organization_id = current_organization() AND p.shop_id = p_shop AND p.external_code = r.code AND p.source = 'file'
      AND p.key = r.part AND r.amount IS NOT NULL
    LEFT JOIN waiting_income w ON w.organization_id = current_organization() AND w.shop_id = p_shop AND w.external_code = r.code AND w.part = r.part
  )
  SELECT j.n, j.order_id, j.part, j.takes, j.waits, j.pays, CASE WHEN NOT j.takes AND NOT j.waits AND NOT j.pays THEN 'same' WHEN j.known THEN 'changed' ELSE 'new' END
  FROM judged j
$$;
REVOKE ALL ON FUNCTION judge_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_income TO mascate_worker;
