-- Called by lib/money/wallet/write-wallet.ts. In SQL by write_wallet. The effect of rows of a wallet: 'new', 'changed' or 'same', and which
-- row each meets. A movement is recognized by its minute, amount and balance, `nth` among those that agree in all three; where one side
-- knows no balance, by the order or, without one, the kind: a row without a balance meets the one of its place, so that what one source
-- has more of stays more. A file changes no data of the API.
CREATE OR REPLACE FUNCTION judge_wallet(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, id uuid, outcome text)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
  WITH r AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(p_rows) AS r(n integer, minute timestamptz, at timestamptz, amount bigint, balance bigint, nth integer, place integer,
      kind "WalletKind", type text, status text, code text, refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  ), t AS MATERIALIZED (
    SELECT t.*, row_number() OVER (PARTITION BY t.minute, t.amount_cents, t.external_code ORDER BY t.balance_cents IS NULL, t.nth, t.id) AS place
    FROM wallet_transaction t WHERE t.organization_id = current_organization() AND t.shop_id = p_shop AND t.minute = ANY (array(SELECT DISTINCT r.minute FROM r))
  )
  SELECT DISTINCT ON (r.n) r.n, t.id, CASE WHEN t.id IS NULL THEN 'new'
    WHEN t.source = 'api' AND r.source = 'file' THEN 'same'
    WHEN (t.kind, t.type, t.status, t.external_code, t.refund_number, t.withdrawal_id, t.fee_cents, t.reason, t.description, t.source, t.at)
      IS DISTINCT FROM (r.kind, r.type, r.status, r.code, r.refund, r.withdrawal, r.fee, r.reason, r.description, r.source, r.at) THEN 'changed'
    ELSE 'same' END
  FROM r LEFT JOIN t ON t.minute = r.minute AND t.amount_cents = r.amount
    AND (t.nth = r.nth AND t.balance_cents IS NOT DISTINCT FROM r.balance
      OR (t.balance_cents IS NULL) <> (r.balance IS NULL) AND t.external_code IS NOT DISTINCT FROM r.code AND (r.code IS NOT NULL OR t.kind = r.kind)
        AND (r.balance IS NOT NULL OR t.place = r.place))
  ORDER BY r.n, t.balance_cents IS NOT DISTINCT FROM r.balance DESC, t.nth
$$;
REVOKE ALL ON FUNCTION judge_wallet FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_wallet TO mascate_worker;
