-- Called by lib/connect/money-reports/move-money-file.ts, lib/connect/money-reports/undo-money-file.ts. Takes rows of a money file that
-- judge_money_move lets go off the shop that they were written into, with the findings about codes of which nothing is left there. A
-- report of ads goes with what it had in common with another one. Locks: the writers of that shop, those of settlements. Answers the
-- numbers of the rows that went.
CREATE OR REPLACE FUNCTION take_money_off(p_import uuid, p_numbers integer[]) RETURNS integer[]
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_shop uuid := (SELECT m.shop_id FROM import m WHERE m.organization_id = current_organization() AND m.id = p_import);
  v_rows jsonb;
  v_codes text[];
  v_gone uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(w || ':' || v_shop, 0))
  FROM unnest(ARRAY['orders', 'releases', 'wallet', 'advances', 'fee-details', 'ads', 'shop-stats', 'listing-stats']) w;
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  SELECT coalesce(jsonb_agg(i.payload->'data' || jsonb_build_object('row', j.number)), '[]'), coalesce(array_agg(DISTINCT j.code) FILTER (WHERE j.code IS NOT NULL), '{}')
  INTO v_rows, v_codes
  FROM judge_money_move(p_import, p_numbers) j
  JOIN import_row i ON i.organization_id = v_org AND i.import_id = p_import AND i.number = j.number;

  DELETE FROM release p USING jsonb_to_recordset(v_rows) AS x(code text, amount bigint, at timestamptz, lines jsonb)
  WHERE x.lines IS NOT NULL AND p.organization_id = v_org AND p.shop_id = v_shop AND p.external_code = x.code AND p.source = 'file'
    AND p.amount_cents = x.amount AND p.released_at = x.at;
  DELETE FROM waiting_income w USING jsonb_to_recordset(v_rows) AS x(code text, at timestamptz, lines jsonb)
  WHERE w.organization_id = v_org AND w.shop_id = v_shop AND w.external_code = x.code AND w.at = x.at AND w.lines = x.lines;
  DELETE FROM shop_adjustment a USING jsonb_to_recordset(v_rows) AS x(code text, part text)
  WHERE x.code = '' AND a.organization_id = v_org AND a.shop_id = v_shop AND a.part = x.part;
  DELETE FROM order_fee_detail d USING jsonb_to_recordset(v_rows) AS x(code text, report text, fees jsonb), jsonb_to_recordset(x.fees) AS f(key text)
  WHERE d.organization_id = v_org AND d.shop_id = v_shop AND d.external_code = x.code AND d.report = x.report AND d.part = f.key;
  DELETE FROM wallet_transaction t USING jsonb_to_recordset(v_rows) AS x(minute timestamptz, amount bigint, balance bigint, nth int)
  WHERE t.organization_id = v_org AND t.shop_id = v_shop AND t.minute = x.minute AND t.amount_cents = x.amount
    AND t.balance_cents IS NOT DISTINCT FROM x.balance AND t.nth = x.nth;
  DELETE FROM early_payout e USING jsonb_to_recordset(v_rows) AS x(number text, code text)
  WHERE e.organization_id = v_org AND e.shop_id = v_shop AND e.number = x.number AND e.external_code = x.code;
  DELETE FROM ads_spend a USING jsonb_to_recordset(v_rows) AS x(day date, report text, days int, rows jsonb)
  WHERE x.rows IS NOT NULL AND a.organization_id = v_org AND a.shop_id = v_shop AND a.day = x.day AND a.report IN (x.report, 'both');
  DELETE FROM shop_day_stat s USING jsonb_to_recordset(v_rows) AS x(day date, basis text)
  WHERE s.organization_id = v_org AND s.shop_id = v_shop AND s.day = x.day AND s.basis = x.basis;
  DELETE FROM listing_stat s USING jsonb_to_recordset(v_rows) AS x(item text, "from" date, "to" date)
  WHERE s.organization_id = v_org AND s.shop_id = v_shop AND s.item_id = x.item AND s.from_day = x."from" AND s.to_day = x."to";

  v_gone := array(SELECT s.id FROM settlement s WHERE s.organization_id = v_org AND s.shop_id = v_shop AND s.external_code = ANY (v_codes) AND s.order_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM release p WHERE p.organization_id = v_org AND p.shop_id = v_shop AND p.external_code = s.external_code)
    AND NOT EXISTS (SELECT 1 FROM wallet_transaction t WHERE t.organization_id = v_org AND t.shop_id = v_shop AND t.external_code = s.external_code));
  UPDATE settlement_day d SET orders = d.orders - g.n, expected_cents = d.expected_cents - g.expected, released_cents = d.released_cents - g.released,
    adjusted_cents = d.adjusted_cents - g.adjusted, difference_cents = d.difference_cents - g.difference, explained_cents = d.explained_cents - g.explained,
    unexplained_cents = d.unexplained_cents - g.unexplained
  FROM (SELECT s.local_day, s.state, count(*) AS n, sum(coalesce(s.expected_cents, 0)) AS expected, sum(coalesce(s.released_cents, 0)) AS released,
      sum(s.adjusted_cents) AS adjusted, sum(s.difference_cents) AS difference, sum(s.explained_cents) AS explained, sum(s.unexplained_cents) AS unexplained
    FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (v_gone) GROUP BY 1, 2) g
  WHERE d.organization_id = v_org AND d.shop_id = v_shop AND d.day = g.local_day AND d.state = g.state;
  UPDATE discrepancy_day d SET orders = d.orders - g.n, amount_cents = d.amount_cents - g.cents
  FROM (SELECT s.local_day, c.cause, count(*) AS n, sum(c.amount_cents) AS cents FROM settlement s
    JOIN discrepancy c ON c.organization_id = v_org AND c.settlement_id = s.id
    WHERE s.organization_id = v_org AND s.id = ANY (v_gone) GROUP BY 1, 2) g
  WHERE d.organization_id = v_org AND d.shop_id = v_shop AND d.day = g.local_day AND d.cause = g.cause;
  DELETE FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (v_gone);
  INSERT INTO reconcile_due (organization_id, shop_id, external_code) SELECT v_org, v_shop, c FROM unnest(v_codes) c;
  RETURN array(SELECT x.row FROM jsonb_to_recordset(v_rows) AS x(row int) ORDER BY 1);
END $$;
REVOKE ALL ON FUNCTION take_money_off FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_money_off TO mascate_worker;
