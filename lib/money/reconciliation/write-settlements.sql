-- Called by lib/money/reconciliation/reconcile-orders.ts. Writes reconciliation's findings about codes of shops: state, expected, released
-- and adjusted cents, the difference and its causes (keys: the record type below). An unchanged settlement is not written; totals by day
-- and roll-ups follow. Writers of a company take turns (an advisory lock); orders whose payout changes are locked in the order of their
-- ids. Keys are looked up in one plan, since a plan for each row was half of the time. Answers how many changed.
CREATE OR REPLACE FUNCTION write_settlements(p_rows jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
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
        SELECT m.order_id, sum(m.amount_cents) FILTER (WHERE m.key <> 'paid') AS charged,
          sum(m.amount_cents) FILTER (WHERE m.key <> 'paid' AND is_correction(m.kind, m.source, m.key)) AS corrected,
          sum(m.amount_cents) FILTER (WHERE m.key = 'paid') AS before
        FROM order_money(v_paid) m GROUP BY 1) t ON t.order_id = p.id
      WHERE CASE WHEN r."orderId" IS NULL THEN 0 ELSE paid_beside(r."releasedAt", r.released, r.adjusted, t.charged, t.corrected) END <> coalesce(t.before, 0));
    IF cardinality(v_moved) > 0 THEN PERFORM append_order_deltas(v_moved, -1); END IF;
  END IF;

  PERFORM move_settlement_days(v_rows);

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
REVOKE ALL ON FUNCTION write_settlements FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_settlements TO mascate_worker;
