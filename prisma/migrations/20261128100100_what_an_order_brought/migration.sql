-- What an order brought is what was paid for it and corrected afterwards, wherever that is told: beside what its money is made of stands what was paid otherwise.

-- Of what an order's money says, what came after the payout: corrections, and the rows of a report that name a refund.
CREATE FUNCTION is_correction(p_kind "MoneyKind", p_source "MoneySource", p_key text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_temp AS $$
  SELECT p_kind = 'adjustment' OR coalesce(p_source = 'income', false) AND strpos(p_key, '#') > 0
$$;

-- Cents that were paid or corrected beside what the order's money says. Before the payout only corrections are known.
CREATE FUNCTION paid_beside(p_released_at timestamptz, p_released bigint, p_adjusted bigint, p_told numeric, p_corrected numeric) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT (CASE WHEN p_released_at IS NULL THEN p_adjusted - coalesce(p_corrected, 0)
    ELSE coalesce(p_released, 0) + p_adjusted - coalesce(p_told, 0) END)::bigint
$$;

-- The settlement's word changes what orders brought: these were counted without it.
CREATE TEMP TABLE brought_otherwise ON COMMIT DROP AS SELECT NULL::uuid AS organization_id, NULL::uuid AS order_id WHERE false;
DO $$
DECLARE
  v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    INSERT INTO brought_otherwise
    SELECT v_org, b.order_id FROM (
      SELECT array_agg(n.order_id) AS some FROM (
        SELECT s.order_id, row_number() OVER () / 100 AS part FROM settlement s WHERE s.organization_id = v_org AND s.order_id IS NOT NULL) n
      GROUP BY n.part) c
    CROSS JOIN LATERAL (
      SELECT s.order_id FROM unnest(c.some) AS u(id)
      JOIN settlement s ON s.organization_id = v_org AND s.order_id = u.id
      JOIN orders o ON o.organization_id = v_org AND o.id = u.id AND o.status <> 'pending'
      LEFT JOIN (SELECT m.order_id, sum(m.amount_cents) AS told, sum(m.amount_cents) FILTER (WHERE is_correction(m.kind, m.source, m.key)) AS corrected
        FROM order_money(c.some) m GROUP BY 1) t ON t.order_id = u.id
      WHERE paid_beside(s.released_at, s.released_cents, s.adjusted_cents, t.told, t.corrected) <> 0) b;
    PERFORM append_order_deltas(b.some, -1) FROM (SELECT array_agg(t.order_id) AS some
      FROM (SELECT order_id, row_number() OVER () / 500 AS part FROM brought_otherwise WHERE organization_id = v_org) t GROUP BY part) b;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

-- As before, and what was paid beside it under the key 'paid': what the order brought, whoever asks.
CREATE OR REPLACE FUNCTION order_money(p_orders uuid[]) RETURNS TABLE (order_id uuid, kind "MoneyKind", basis "MoneyBasis", amount_cents bigint,
  source "MoneySource", key text, platform_name text, rule_id uuid, as_of timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH o AS MATERIALIZED (
    SELECT id, platform, status <> 'cancelled' AS valid, platform_status = 'COMPLETED' AS completed, revenue_cents, fees_charged_cents, placed_at
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders) AND status <> 'pending'
  ), ranked AS (
    SELECT m.*, o.completed, dense_rank() OVER (PARTITION BY m.order_id, m.kind ORDER BY m.source DESC) AS place
    FROM o CROSS JOIN LATERAL (SELECT * FROM money_line l WHERE l.organization_id = current_organization() AND l.order_id = o.id OFFSET 0) m
    WHERE o.valid OR m.source IN ('income', 'api')
  ), line AS MATERIALIZED (
    SELECT order_id, kind, CASE WHEN source = 'rule' THEN 'estimated' WHEN source = 'income' OR (source = 'api' AND completed) THEN 'settled'
      ELSE 'charged' END::"MoneyBasis" AS basis,
      amount_cents, source, key, platform_name, rule_id, as_of
    FROM ranked WHERE place = 1
  ), every AS (
    SELECT 1 AS place, line.* FROM line
    UNION ALL
    SELECT 2, o.id, 'product_revenue', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", o.revenue_cents, NULL, '', NULL, NULL, o.placed_at
    FROM o WHERE o.valid
    UNION ALL
    SELECT 3, o.id, 'channel_fee', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", -o.fees_charged_cents, NULL, '', NULL, NULL, o.placed_at
    FROM o WHERE o.valid AND o.fees_charged_cents <> 0
  ), seen AS (
    -- By windows and by one look for each order: a thousand orders are few to the planner, which would look for each row among all the others.
    SELECT e.*, bool_or(e.place = 1 AND e.kind = 'product_revenue') OVER w AS has_revenue, bool_or(e.place = 1) OVER w AS has_any
    FROM every e WINDOW w AS (PARTITION BY e.order_id)
  ), told AS (
    SELECT n.place, n.order_id, n.kind, n.basis, n.amount_cents, n.source, n.key, n.platform_name, n.rule_id, n.as_of,
      NULL::timestamptz AS released_at, NULL::bigint AS released, NULL::bigint AS adjusted
    FROM seen n WHERE n.place = 1 OR n.place = 2 AND NOT n.has_revenue OR n.place = 3 AND NOT n.has_any
    UNION ALL
    SELECT 4, o.id, 'adjustment', 'settled', 0, NULL, 'paid', NULL, NULL, s.as_of, s.released_at, s.released_cents, s.adjusted_cents
    FROM o CROSS JOIN LATERAL (SELECT * FROM settlement s WHERE s.organization_id = current_organization() AND s.order_id = o.id OFFSET 0) s
    WHERE o.platform = 'shopee'
  ), summed AS (
    SELECT t.*, CASE WHEN t.place = 4 THEN paid_beside(t.released_at, t.released, t.adjusted, sum(t.amount_cents) OVER w,
      sum(t.amount_cents) FILTER (WHERE t.place < 4 AND is_correction(t.kind, t.source, t.key)) OVER w) ELSE t.amount_cents END AS cents
    FROM told t WINDOW w AS (PARTITION BY t.order_id)
  )
  SELECT order_id, kind, basis, cents, source, key, platform_name, rule_id, as_of FROM summed WHERE place < 4 OR cents <> 0
$$;

DO $$
DECLARE
  v_org uuid;
BEGIN
  FOR v_org IN SELECT DISTINCT organization_id FROM brought_otherwise LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    PERFORM append_order_deltas(b.some, 1) FROM (SELECT array_agg(t.order_id) AS some
      FROM (SELECT order_id, row_number() OVER () / 500 AS part FROM brought_otherwise WHERE organization_id = v_org) t GROUP BY part) b;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;

-- As before, and the roll-ups follow what was paid.
CREATE OR REPLACE FUNCTION write_settlements(p_rows jsonb) RETURNS integer LANGUAGE plpgsql
SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_rows jsonb;
  v_changed integer;
  v_paid uuid[];
  v_moved uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', coalesce(s.id::text, r.value->>'id'), 'known', s.id IS NOT NULL)), '[]'), count(*)::int INTO v_rows, v_changed
  FROM jsonb_array_elements(p_rows) r
  LEFT JOIN settlement s ON s.organization_id = v_org AND s.shop_id = (r.value->>'shop')::uuid AND s.external_code = r.value->>'code'
  WHERE s.id IS NULL OR s.hash <> decode(r.value->>'hash', 'hex');
  IF v_changed = 0 THEN RETURN 0; END IF;

  -- What was paid for an order is a part of what it brought: the roll-ups follow. Writers of an order's money hold its row, so nothing of it moves meanwhile.
  v_paid := array(SELECT DISTINCT x.order_id FROM jsonb_to_recordset(v_rows) AS r(id uuid, "orderId" uuid, released bigint, adjusted bigint, "releasedAt" timestamptz)
    LEFT JOIN settlement s ON s.organization_id = v_org AND s.id = r.id
    CROSS JOIN LATERAL (VALUES (r."orderId"), (s.order_id)) AS x(order_id)
    WHERE x.order_id IS NOT NULL AND (s.order_id, s.released_at IS NULL, s.released_cents, s.adjusted_cents)
      IS DISTINCT FROM (r."orderId", r."releasedAt" IS NULL, r.released, r.adjusted));
  IF cardinality(v_paid) > 0 THEN
    PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_paid) ORDER BY o.id FOR UPDATE;
    v_moved := array(
      SELECT p.id FROM unnest(v_paid) AS p(id)
      LEFT JOIN jsonb_to_recordset(v_rows) AS r("orderId" uuid, released bigint, adjusted bigint, "releasedAt" timestamptz) ON r."orderId" = p.id
      LEFT JOIN (
        SELECT m.order_id, sum(m.amount_cents) FILTER (WHERE m.key <> 'paid') AS told,
          sum(m.amount_cents) FILTER (WHERE m.key <> 'paid' AND is_correction(m.kind, m.source, m.key)) AS corrected,
          sum(m.amount_cents) FILTER (WHERE m.key = 'paid') AS before
        FROM order_money(v_paid) m GROUP BY 1) t ON t.order_id = p.id
      WHERE CASE WHEN r."orderId" IS NULL THEN 0 ELSE paid_beside(r."releasedAt", r.released, r.adjusted, t.told, t.corrected) END <> coalesce(t.before, 0));
    IF cardinality(v_moved) > 0 THEN PERFORM append_order_deltas(v_moved, -1); END IF;
  END IF;

  WITH r AS (SELECT * FROM jsonb_to_recordset(v_rows) AS x(id uuid, shop uuid, day date, state "SettlementState", expected bigint, released bigint,
    adjusted bigint, difference bigint, explained bigint, unexplained bigint)),
  moved AS (
    SELECT s.local_day AS day, s.shop_id AS shop, s.state, -1 AS orders, -coalesce(s.expected_cents, 0) AS expected, -coalesce(s.released_cents, 0) AS released,
      -s.adjusted_cents AS adjusted, -s.difference_cents AS difference, -s.explained_cents AS explained, -s.unexplained_cents AS unexplained
    FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (array(SELECT r.id FROM r))
    UNION ALL
    SELECT r.day, r.shop, r.state, 1, coalesce(r.expected, 0), coalesce(r.released, 0), r.adjusted, r.difference, r.explained, r.unexplained FROM r
  )
  INSERT INTO settlement_day AS d (organization_id, day, shop_id, state, orders, expected_cents, released_cents, adjusted_cents, difference_cents, explained_cents,
    unexplained_cents)
  SELECT v_org, m.day, m.shop, m.state, sum(m.orders), sum(m.expected), sum(m.released), sum(m.adjusted), sum(m.difference), sum(m.explained), sum(m.unexplained)
  FROM moved m GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, day, shop_id, state) DO UPDATE SET orders = d.orders + excluded.orders, expected_cents = d.expected_cents + excluded.expected_cents,
    released_cents = d.released_cents + excluded.released_cents, adjusted_cents = d.adjusted_cents + excluded.adjusted_cents,
    difference_cents = d.difference_cents + excluded.difference_cents, explained_cents = d.explained_cents + excluded.explained_cents,
    unexplained_cents = d.unexplained_cents + excluded.unexplained_cents;

  WITH r AS (SELECT * FROM jsonb_to_recordset(v_rows) AS x(id uuid, shop uuid, day date, causes jsonb)),
  moved AS (
    SELECT s.local_day AS day, s.shop_id AS shop, c.cause, -1 AS orders, -c.amount_cents AS amount
    FROM discrepancy c JOIN settlement s ON s.organization_id = v_org AND s.id = c.settlement_id
    WHERE c.organization_id = v_org AND c.settlement_id = ANY (array(SELECT r.id FROM r))
    UNION ALL
    SELECT r.day, r.shop, c.cause, 1, c.amount FROM r, jsonb_to_recordset(r.causes) AS c(cause "DiscrepancyCause", amount bigint)
  )
  INSERT INTO discrepancy_day AS d (organization_id, day, shop_id, cause, orders, amount_cents)
  SELECT v_org, m.day, m.shop, m.cause, sum(m.orders), sum(m.amount) FROM moved m GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, day, shop_id, cause) DO UPDATE SET orders = d.orders + excluded.orders, amount_cents = d.amount_cents + excluded.amount_cents;

  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO settlement (organization_id, id, shop_id, external_code, order_id, local_day, state, due_on, expected_on, released_at, expected_cents, released_cents,
    adjusted_cents, difference_cents, explained_cents, unexplained_cents, cause, rule_id, rule_confirmed, as_of, hash)
  SELECT v_org, r.id, r.shop, r.code, r."orderId", r.day, r.state, r."dueOn", r."expectedOn", r."releasedAt", r.expected, r.released, r.adjusted, r.difference, r.explained,
    r.unexplained, r.cause, r."ruleId", r.confirmed, r."asOf", decode(r.hash, 'hex')
  FROM jsonb_to_recordset(v_rows) AS r(id uuid, shop uuid, code text, "orderId" uuid, day date, state "SettlementState", "dueOn" date, "expectedOn" date, "releasedAt" timestamptz,
    expected bigint, released bigint, adjusted bigint, difference bigint, explained bigint, unexplained bigint, cause "DiscrepancyCause", "ruleId" uuid,
    confirmed boolean, "asOf" timestamptz, hash text)
  ON CONFLICT (organization_id, shop_id, external_code) DO UPDATE SET order_id = excluded.order_id, local_day = excluded.local_day, state = excluded.state,
    due_on = excluded.due_on, expected_on = excluded.expected_on, released_at = excluded.released_at, expected_cents = excluded.expected_cents, released_cents = excluded.released_cents,
    adjusted_cents = excluded.adjusted_cents, difference_cents = excluded.difference_cents, explained_cents = excluded.explained_cents,
    unexplained_cents = excluded.unexplained_cents, cause = excluded.cause, rule_id = excluded.rule_id, rule_confirmed = excluded.rule_confirmed,
    as_of = excluded.as_of, hash = excluded.hash, version = settlement.version + 1;

  PERFORM set_config('plan_cache_mode', 'force_custom_plan', true);
  DELETE FROM discrepancy c USING jsonb_to_recordset(v_rows) AS r(id uuid, known boolean)
  WHERE r.known AND c.organization_id = v_org AND c.settlement_id = r.id;
  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO discrepancy (organization_id, settlement_id, cause, amount_cents, is_unconfirmed, facts)
  SELECT v_org, r.id, c.cause, c.amount, coalesce(c.unconfirmed, false), coalesce(c.facts, '{}')
  FROM jsonb_to_recordset(v_rows) AS r(id uuid, causes jsonb),
    jsonb_to_recordset(r.causes) AS c(cause "DiscrepancyCause", amount bigint, unconfirmed boolean, facts jsonb);
  IF cardinality(v_moved) > 0 THEN PERFORM append_order_deltas(v_moved, 1); END IF;
  RETURN v_changed;
END $$;
