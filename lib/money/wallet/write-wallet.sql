-- Called by lib/money/wallet/write-wallet.ts. Writes wallet rows as judge_wallet takes them, and "day"; the caller has numbered them within
-- whole minutes of one source. A withdrawal is one movement, though it is listed when requested and when arrived. The amount of an early
-- payout follows from its fee too: where the fee changes, the order is due for reconciliation.
CREATE OR REPLACE FUNCTION write_wallet(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('wallet:' || p_shop, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', j.id, 'outcome', j.outcome)), '[]'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_wallet(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT DISTINCT v_org, p_shop, c.code
  FROM jsonb_to_recordset(v_judged) AS r(id uuid, outcome text, kind "WalletKind", code text, fee bigint)
  JOIN wallet_transaction t ON t.organization_id = v_org AND t.id = r.id
  CROSS JOIN LATERAL unnest(array[t.external_code, r.code]) AS c(code)
  WHERE r.outcome = 'changed' AND (t.kind, t.external_code, t.fee_cents) IS DISTINCT FROM (r.kind, r.code, r.fee) AND c.code IS NOT NULL
  ORDER BY 3 ON CONFLICT DO NOTHING;

  UPDATE wallet_transaction t SET at = r.at, local_day = r.day, balance_cents = coalesce(t.balance_cents, r.balance), kind = r.kind, type = r.type, status = r.status,
    external_code = r.code, refund_number = r.refund, withdrawal_id = r.withdrawal, fee_cents = r.fee, reason = r.reason, description = r.description,
    source = r.source, nth = CASE WHEN t.balance_cents IS NULL AND r.balance IS NOT NULL THEN r.nth ELSE t.nth END
  FROM jsonb_to_recordset(v_judged) AS r(id uuid, outcome text, at timestamptz, day date, balance bigint, kind "WalletKind", type text, status text, code text,
    refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource", nth integer)
  WHERE r.outcome = 'changed' AND t.organization_id = v_org AND t.id = r.id;
  GET DIAGNOSTICS updated = ROW_COUNT;

  INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, nth, at, local_day, kind, type, status, external_code,
    refund_number, withdrawal_id, fee_cents, reason, description, source)
  SELECT v_org, uuid_v7(), p_shop, r.minute, r.amount, r.balance, r.nth, r.at, r.day, r.kind, r.type, r.status, r.code, r.refund, r.withdrawal, r.fee, r.reason,
    r.description, r.source
  FROM jsonb_to_recordset(v_judged) AS r(n integer, outcome text, minute timestamptz, amount bigint, balance bigint, nth integer, at timestamptz, day date,
    kind "WalletKind", type text, status text, code text, refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  WHERE r.outcome = 'new' AND NOT (r.type = 'WITHDRAWAL_COMPLETED' AND r.withdrawal IS NOT NULL AND (
    EXISTS (SELECT 1 FROM wallet_transaction t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.kind = 'withdrawal' AND t.kind <> 'payout'
      AND t.withdrawal_id = r.withdrawal)
    OR EXISTS (SELECT 1 FROM jsonb_to_recordset(v_judged) AS b(type text, withdrawal text)
      WHERE b.type = 'WITHDRAWAL_CREATED' AND b.withdrawal = r.withdrawal)))
  ORDER BY r.n;
  GET DIAGNOSTICS created = ROW_COUNT;
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION write_wallet FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_wallet TO mascate_worker;
