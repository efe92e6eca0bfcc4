-- Called by lib/money/profit/queries.ts. Each entity's part of the expenses of the whole company, by the rule in force in the month: by
-- what the entities sold in it (equal where none sold), equal, or fixed hundredths of a percent. Rounded by running sums in the order of
-- ids, so that the parts of an expense are its amount. As the owner: a reader of one entity alone gets its parts, and not the expenses.
-- No rule, or one entity: no rows.
CREATE OR REPLACE FUNCTION shared_expense_parts(p_from date, p_to date)
RETURNS TABLE (due_on date, kind "ExpenseKind", set_aside boolean, legal_entity_id uuid, cents bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH spent AS MATERIALIZED (
    SELECT e.due_on, e.kind, e.amount_cents, date_trunc('month', e.due_on)::date AS month FROM expense e
    WHERE e.organization_id = current_organization() AND e.due_on BETWEEN p_from AND p_to AND e.voided_at IS NULL AND NOT e.stock_purchase
      AND num_nonnulls(e.shop_id, e.channel_id, e.legal_entity_id) = 0 AND sole_entity() IS NULL
  ), rule AS MATERIALIZED (
    SELECT m.month, s.method, s.shares FROM (SELECT DISTINCT month FROM spent) m CROSS JOIN LATERAL (
      SELECT * FROM expense_split x WHERE x.organization_id = current_organization() AND x.from_month <= m.month ORDER BY x.from_month DESC LIMIT 1) s
    WHERE s.method <> 'none'
  ), sold AS MATERIALIZED (
    SELECT r.month, CASE WHEN d.outlet_id = ANY ((SELECT moved_outlets())::uuid[]) THEN entity_on(d.outlet_id, d.day) ELSE coalesce(
        (SELECT s.legal_entity_id FROM shop s WHERE s.organization_id = current_organization() AND s.id = d.outlet_id),
        (SELECT c.legal_entity_id FROM channel c WHERE c.organization_id = current_organization() AND c.id = d.outlet_id)) END AS entity,
      sum(d.cents) AS cents
    FROM rule r CROSS JOIN LATERAL (
      SELECT day, outlet_id, sum(gross_cents) AS cents FROM (
        SELECT day, outlet_id, gross_cents FROM sales_day WHERE organization_id = current_organization() AND day >= r.month AND day < r.month + interval '1 month'
        UNION ALL
        SELECT day, outlet_id, gross_cents FROM sales_day_delta WHERE organization_id = current_organization() AND day >= r.month AND day < r.month + interval '1 month'
      ) counted GROUP BY 1, 2) d
    WHERE r.method = 'revenue' GROUP BY 1, 2
  ), weighed AS (
    SELECT r.month, x.id, CASE r.method WHEN 'equal' THEN 1 WHEN 'percent' THEN x.points ELSE greatest(coalesce(s.cents, 0), 0) END::numeric AS weight
    FROM rule r CROSS JOIN LATERAL jsonb_to_recordset(r.shares) AS x(id uuid, points int) LEFT JOIN sold s ON s.month = r.month AND s.entity = x.id
  ), weight AS (
    SELECT w.month, w.id, CASE WHEN sum(w.weight) OVER (PARTITION BY w.month) = 0 THEN 1 ELSE w.weight END AS weight FROM weighed w
  ), placed AS (
    SELECT w.*, sum(w.weight) OVER (PARTITION BY w.month ORDER BY w.id) AS upto, sum(w.weight) OVER (PARTITION BY w.month) AS whole FROM weight w
  ), ruled AS MATERIALIZED (
    SELECT d.due_on, bool_and(coalesce((SELECT t.rate FROM tax_rate t WHERE t.organization_id = current_organization() AND t.legal_entity_id = l.id
      AND t.from_day <= d.due_on ORDER BY t.from_day DESC LIMIT 1), 0) > 0) AS all_ruled
    FROM (SELECT DISTINCT s.due_on FROM spent s WHERE s.kind = 'tax') d
    JOIN legal_entity l ON l.organization_id = current_organization() AND l.archived_at IS NULL GROUP BY 1
  )
  SELECT s.due_on, s.kind, coalesce(s.kind = 'tax' AND r.all_ruled, false), p.id,
    (round(s.amount_cents * p.upto / p.whole) - round(s.amount_cents * (p.upto - p.weight) / p.whole))::bigint
  FROM spent s JOIN placed p ON p.month = s.month LEFT JOIN ruled r ON r.due_on = s.due_on
  WHERE coalesce(p.id = ANY (nullif(current_setting('app.legal_entities', true), '')::uuid[]), true)
$$;
REVOKE ALL ON FUNCTION shared_expense_parts FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION shared_expense_parts TO mascate_app, mascate_worker;
