-- Called by lib/connect/money-reports/move-money-file.ts, lib/connect/money-reports/undo-money-file.ts. In SQL by take_money_off. Rows
-- that a money file wrote as new into its shop and that can leave it: they are stored there as the file says them, name no order of that
-- shop, and no case is open about them. p_numbers: of these rows alone.
CREATE OR REPLACE FUNCTION judge_money_move(p_import uuid, p_numbers integer[] DEFAULT NULL)
RETURNS TABLE (number integer, code text, day date)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH r AS MATERIALIZED (
    SELECT i.number, i.payload->'data' AS d, nullif(i.payload->'data'->>'code', '') AS code, m.shop_id AS shop, m.organization_id AS org,
      m.summary->'money'->>'type' AS type
    FROM import m JOIN import_row i ON i.organization_id = m.organization_id AND i.import_id = m.id AND i.outcome = 'written'
    WHERE m.organization_id = current_organization() AND m.id = p_import AND m.kind = 'money' AND m.state IN ('done', 'failed')
      AND (p_numbers IS NULL OR i.number = ANY (p_numbers))
  ), free AS MATERIALIZED (
    SELECT r.* FROM r
    WHERE r.code IS NULL OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = r.org AND o.platform = 'shopee' AND o.shop_id = r.shop AND o.external_code = r.code)
      AND NOT EXISTS (SELECT 1 FROM settlement t JOIN case_order c ON c.organization_id = t.organization_id AND c.settlement_id = t.id
        WHERE t.organization_id = r.org AND t.shop_id = r.shop AND t.external_code = r.code)
  )
  SELECT f.number, f.code, (f.d->>'day')::date FROM free f
  WHERE f.type = 'income' AND f.code IS NOT NULL AND NOT f.d ? 'fees'
    AND (f.d->>'amount' IS NULL OR EXISTS (SELECT 1 FROM release p WHERE p.organization_id = f.org AND p.shop_id = f.shop AND p.external_code = f.code
      AND p.source = 'file' AND p.amount_cents = (f.d->>'amount')::bigint AND p.released_at = (f.d->>'at')::timestamptz))
    AND (f.d->'lines' = '[]' OR EXISTS (SELECT 1 FROM waiting_income w WHERE w.organization_id = f.org AND w.shop_id = f.shop AND w.external_code = f.code
      AND w.at = (f.d->>'at')::timestamptz AND w.lines = f.d->'lines'))
  UNION ALL
  SELECT f.number, f.code, (f.d->>'day')::date FROM free f JOIN shop_adjustment a ON a.organization_id = f.org AND a.shop_id = f.shop AND a.part = f.d->>'part'
  WHERE f.type = 'income' AND f.code IS NULL AND NOT f.d ? 'fees'
  UNION ALL
  SELECT f.number, f.code, NULL FROM free f
  WHERE f.d ? 'fees' AND NOT EXISTS (
    SELECT 1 FROM jsonb_to_recordset(f.d->'fees') AS x(key text, amount bigint, state text) WHERE NOT EXISTS (
      SELECT 1 FROM order_fee_detail d WHERE d.organization_id = f.org AND d.shop_id = f.shop AND d.external_code = f.code AND d.report = f.d->>'report'
        AND d.part = x.key AND d.amount_cents = x.amount AND d.state IS NOT DISTINCT FROM x.state))
  UNION ALL
  SELECT f.number, f.code, t.local_day FROM free f JOIN wallet_transaction t ON t.organization_id = f.org AND t.shop_id = f.shop
    AND t.minute = (f.d->>'minute')::timestamptz AND t.amount_cents = (f.d->>'amount')::bigint
    AND t.balance_cents IS NOT DISTINCT FROM (f.d->>'balance')::bigint AND t.nth = (f.d->>'nth')::int AND t.external_code IS NOT DISTINCT FROM f.code
  WHERE f.type = 'wallet' AND t.source = 'file'
  UNION ALL
  SELECT f.number, f.code, (e.at AT TIME ZONE 'UTC')::date FROM free f JOIN early_payout e ON e.organization_id = f.org AND e.shop_id = f.shop
    AND e.number = f.d->>'number' AND e.external_code = f.code AND e.received_cents = (f.d->>'receivedCents')::bigint AND e.rest_cents IS NOT DISTINCT FROM (f.d->>'restCents')::bigint
    AND e.status IS NOT DISTINCT FROM f.d->>'status'
  WHERE f.type = 'advances'
  UNION ALL
  SELECT f.number, NULL, (f.d->>'day')::date FROM free f
  WHERE f.type = 'ads' AND (
    SELECT jsonb_agg(jsonb_build_array(a.item_id, a.spend_cents, a.sales_cents, a.clicks, a.impressions, a.report_days) ORDER BY a.item_id) FROM ads_spend a
    WHERE a.organization_id = f.org AND a.shop_id = f.shop AND a.day = (f.d->>'day')::date AND a.report = f.d->>'report')
    = (SELECT jsonb_agg(jsonb_build_array(x.item, x."spendCents", x."salesCents", x.clicks, x.impressions, (f.d->>'days')::int) ORDER BY x.item)
      FROM jsonb_to_recordset(f.d->'rows') AS x(item text, "spendCents" bigint, "salesCents" bigint, clicks int, impressions int))
  UNION ALL
  SELECT f.number, NULL, NULL FROM free f JOIN shop_day_stat s ON s.organization_id = f.org AND s.shop_id = f.shop
    AND s.day = (f.d->>'day')::date AND s.basis = f.d->>'basis'
    AND (s.visitors, s.clicks, s.orders, s.buyers, s.conversion_bp, s.sales_cents, s.cancelled_cents, s.refunded_cents) IS NOT DISTINCT FROM (
      (f.d->>'visitors')::int, (f.d->>'clicks')::int, (f.d->>'orders')::int, (f.d->>'buyers')::int, (f.d->>'conversion')::int, (f.d->>'sales')::bigint,
      (f.d->>'cancelled')::bigint, (f.d->>'refunded')::bigint)
  WHERE f.type = 'stats'
  UNION ALL
  SELECT f.number, NULL, NULL FROM free f JOIN listing_stat s ON s.organization_id = f.org AND s.shop_id = f.shop
    AND s.item_id = f.d->>'item' AND s.from_day = (f.d->>'from')::date AND s.to_day = (f.d->>'to')::date
    AND (s.visitors, s.impressions, s.clicks, s.cart_units, s.units, s.conversion_bp, s.sales_cents) IS NOT DISTINCT FROM (
      (f.d->>'visitors')::int, (f.d->>'impressions')::int, (f.d->>'clicks')::int, (f.d->>'cartUnits')::int, (f.d->>'units')::int,
      (f.d->>'conversion')::int, (f.d->>'sales')::bigint)
  WHERE f.type = 'listingStats'
$$;
REVOKE ALL ON FUNCTION judge_money_move FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_money_move TO mascate_app, mascate_worker;
