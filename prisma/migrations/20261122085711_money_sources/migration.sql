-- ---------------------------------------------------------------- advances, as the seller's list of them tells

CREATE TABLE "early_payout" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "external_code" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "advance_cents" BIGINT NOT NULL,
    "fee_cents" BIGINT NOT NULL DEFAULT 0,
    "received_cents" BIGINT NOT NULL,
    "rest_cents" BIGINT NOT NULL DEFAULT 0,
    "returned_cents" BIGINT NOT NULL DEFAULT 0,
    "status" TEXT,
    "due_on" DATE,

    CONSTRAINT "early_payout_pkey" PRIMARY KEY ("organization_id","shop_id","number")
);

-- CreateIndex
CREATE INDEX "early_payout_organization_id_shop_id_external_code_idx" ON "early_payout"("organization_id", "shop_id", "external_code");

-- AddForeignKey
ALTER TABLE "early_payout" ADD CONSTRAINT "early_payout_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE early_payout ENABLE ROW LEVEL SECURITY;
ALTER TABLE early_payout FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON early_payout USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON early_payout AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT ON early_payout TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE ON early_payout TO mascate_worker;

CREATE TRIGGER early_payout_reconcile_added AFTER INSERT ON early_payout REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER early_payout_reconcile_changed AFTER UPDATE ON early_payout REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();

-- ---------------------------------------------------------------- bank statements

-- Once a person has taken an entry off a withdrawal, it is matched by hand alone.
ALTER TABLE "bank_entry" ADD COLUMN "by_hand" BOOLEAN NOT NULL DEFAULT false;
GRANT UPDATE (by_hand) ON bank_entry TO mascate_app;
GRANT INSERT ON bank_entry TO mascate_worker;

-- ---------------------------------------------------------------- releases

-- Each row: {code, key, amount, at, source}. Answers how many are new or changed.
CREATE FUNCTION write_releases(p_shop uuid, p_rows jsonb) RETURNS integer LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_changed integer;
BEGIN
  INSERT INTO release AS t (organization_id, shop_id, external_code, source, key, amount_cents, released_at)
  SELECT DISTINCT ON (r.code, r.source, r.key) current_organization(), p_shop, r.code, r.source, r.key, r.amount, r.at
  FROM jsonb_to_recordset(p_rows) AS r(code text, source "PayoutSource", key text, amount bigint, at timestamptz)
  ORDER BY r.code, r.source, r.key, r.at DESC
  ON CONFLICT (organization_id, shop_id, external_code, source, key) DO UPDATE SET amount_cents = excluded.amount_cents, released_at = excluded.released_at
  WHERE (t.amount_cents, t.released_at) IS DISTINCT FROM (excluded.amount_cents, excluded.released_at);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;

-- ---------------------------------------------------------------- the wallet

-- What rows of a wallet would do: 'new', 'changed' or 'same', and which row each meets. A movement is known again by its minute, amount and
-- balance, `nth` among those that agree in all three; where one side knows no balance, by the order it names. A file changes nothing that the
-- API told.
CREATE FUNCTION judge_wallet(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, id uuid, outcome text)
LANGUAGE sql STABLE SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
  SELECT DISTINCT ON (r.n) r.n, t.id, CASE WHEN t.id IS NULL THEN 'new'
    WHEN t.source = 'api' AND r.source = 'file' THEN 'same'
    WHEN (t.kind, t.type, t.status, t.external_code, t.refund_number, t.withdrawal_id, t.fee_cents, t.reason, t.description, t.source, t.at)
      IS DISTINCT FROM (r.kind, r.type, r.status, r.code, r.refund, r.withdrawal, r.fee, r.reason, r.description, r.source, r.at) THEN 'changed'
    ELSE 'same' END
  FROM jsonb_to_recordset(p_rows) AS r(n integer, minute timestamptz, at timestamptz, amount bigint, balance bigint, nth integer, kind "WalletKind", type text,
    status text, code text, refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  LEFT JOIN wallet_transaction t ON t.organization_id = current_organization() AND t.shop_id = p_shop AND t.minute = r.minute AND t.amount_cents = r.amount
    AND (t.nth = r.nth AND t.balance_cents IS NOT DISTINCT FROM r.balance
      OR (t.balance_cents IS NULL) <> (r.balance IS NULL) AND t.external_code = r.code)
  ORDER BY r.n, t.balance_cents IS NOT DISTINCT FROM r.balance DESC, t.nth
$$;

-- Writes them; rows as judge_wallet takes them, and "day". Whoever calls it has numbered them within whole minutes of one source.
CREATE FUNCTION write_wallet(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
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
  FROM jsonb_to_recordset(v_judged) AS r(id uuid, outcome text, kind "WalletKind", code text)
  JOIN wallet_transaction t ON t.organization_id = v_org AND t.id = r.id
  CROSS JOIN LATERAL unnest(array[t.external_code, r.code]) AS c(code)
  WHERE r.outcome = 'changed' AND (t.kind, t.external_code) IS DISTINCT FROM (r.kind, r.code) AND c.code IS NOT NULL
  ORDER BY 3 ON CONFLICT DO NOTHING;

  UPDATE wallet_transaction t SET at = r.at, local_day = r.day, balance_cents = coalesce(t.balance_cents, r.balance), kind = r.kind, type = r.type, status = r.status,
    external_code = r.code, refund_number = r.refund, withdrawal_id = r.withdrawal, fee_cents = r.fee, reason = r.reason, description = r.description,
    source = r.source
  FROM jsonb_to_recordset(v_judged) AS r(id uuid, outcome text, at timestamptz, day date, balance bigint, kind "WalletKind", type text, status text, code text,
    refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  WHERE r.outcome = 'changed' AND t.organization_id = v_org AND t.id = r.id;
  GET DIAGNOSTICS updated = ROW_COUNT;

  INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, nth, at, local_day, kind, type, status, external_code,
    refund_number, withdrawal_id, fee_cents, reason, description, source)
  SELECT v_org, uuid_v7(), p_shop, r.minute, r.amount, r.balance, r.nth, r.at, r.day, r.kind, r.type, r.status, r.code, r.refund, r.withdrawal, r.fee, r.reason,
    r.description, r.source
  FROM jsonb_to_recordset(v_judged) AS r(n integer, outcome text, minute timestamptz, amount bigint, balance bigint, nth integer, at timestamptz, day date,
    kind "WalletKind", type text, status text, code text, refund text, withdrawal text, fee bigint, reason text, description text, source "PayoutSource")
  WHERE r.outcome = 'new' ORDER BY r.n;
  GET DIAGNOSTICS created = ROW_COUNT;
  RETURN NEXT;
END $$;

-- ---------------------------------------------------------------- the income report

-- What rows of an income report would do. Each row: {n, code, part, amount, at, lines: [{kind, key, amount, name}]}. A part is '' for an order's
-- own row, else a refund's number or what tells a correction from others; its lines' keys end in '#' and the part. "amount" is null where a row
-- tells of no payout. Lines count only of an order that is here and of whose money the API has told nothing.
CREATE FUNCTION judge_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (n integer, order_id uuid, takes boolean, pays boolean, outcome text)
LANGUAGE sql STABLE SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
  WITH r AS MATERIALIZED (
    SELECT x.*, o.id AS order_id FROM jsonb_to_recordset(p_rows) AS x(n integer, code text, part text, amount bigint, at timestamptz, lines jsonb)
    LEFT JOIN orders o ON o.organization_id = current_organization() AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = x.code
  ), told AS MATERIALIZED (
    SELECT l.order_id, split_part(l.key, '#', 2) AS part, l.source, l.kind, l.key, l.amount_cents FROM money_line l
    WHERE l.organization_id = current_organization() AND l.order_id = ANY (array(SELECT r.order_id FROM r)) AND l.source IN ('income', 'api')
  ), judged AS (
    SELECT r.n, r.order_id,
      r.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM told t WHERE t.order_id = r.order_id AND t.source = 'api') AND EXISTS (
        (SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint)
          EXCEPT SELECT t.kind, t.key, t.amount_cents FROM told t WHERE t.order_id = r.order_id AND t.part = r.part)
        UNION ALL
        (SELECT t.kind, t.key, t.amount_cents FROM told t WHERE t.order_id = r.order_id AND t.part = r.part
          EXCEPT SELECT x.kind, x.key, x.amount FROM jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint))) AS takes,
      r.amount IS NOT NULL AND (p.amount_cents, p.released_at) IS DISTINCT FROM (r.amount, r.at) AS pays,
      p.amount_cents IS NOT NULL OR EXISTS (SELECT 1 FROM told t WHERE t.order_id = r.order_id AND t.part = r.part AND t.source = 'income') AS known
    FROM r LEFT JOIN release p ON p.organization_id = current_organization() AND p.shop_id = p_shop AND p.external_code = r.code AND p.source = 'file'
      AND p.key = r.part AND r.amount IS NOT NULL
  )
  SELECT j.n, j.order_id, j.takes, j.pays, CASE WHEN NOT j.takes AND NOT j.pays THEN 'same' WHEN j.known THEN 'changed' ELSE 'new' END FROM judged j
$$;

-- Writes them, with the totals that follow. What an export or a rule said of those orders goes.
CREATE FUNCTION write_income(p_shop uuid, p_rows jsonb) RETURNS TABLE (created integer, updated integer, kept integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_judged jsonb;
  v_orders uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  PERFORM 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop
    AND o.external_code = ANY (array(SELECT r.code FROM jsonb_to_recordset(p_rows) AS r(code text))) ORDER BY o.id FOR UPDATE;
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('orderId', j.order_id, 'takes', j.takes, 'pays', j.pays)), '[]'),
    coalesce(array_agg(DISTINCT j.order_id) FILTER (WHERE j.takes), '{}'), count(*) FILTER (WHERE j.outcome = 'new'),
    count(*) FILTER (WHERE j.outcome = 'changed'), count(*) FILTER (WHERE j.outcome = 'same')
  INTO v_judged, v_orders, created, updated, kept
  FROM jsonb_array_elements(p_rows) r JOIN judge_income(p_shop, p_rows) j ON j.n = (r.value->>'n')::int;

  PERFORM write_releases(p_shop, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'source', 'file', 'key', r.part, 'amount', r.amount, 'at', r.at)), '[]')
    FROM jsonb_to_recordset(v_judged) AS r(code text, part text, amount bigint, at timestamptz, pays boolean) WHERE r.pays));

  IF cardinality(v_orders) > 0 THEN
    PERFORM append_order_deltas(v_orders, -1);
    DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_orders) AND l.source IN ('rule', 'export');
    DELETE FROM money_line l USING jsonb_to_recordset(v_judged) AS r("orderId" uuid, part text, takes boolean)
    WHERE r.takes AND l.organization_id = v_org AND l.order_id = r."orderId" AND l.source = 'income' AND split_part(l.key, '#', 2) = r.part;
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT v_org, r."orderId", x.kind, 'income', x.key, x.amount, x.name, r.at
    FROM jsonb_to_recordset(v_judged) AS r("orderId" uuid, takes boolean, at timestamptz, lines jsonb),
      jsonb_to_recordset(r.lines) AS x(kind "MoneyKind", key text, amount bigint, name text)
    WHERE r.takes;
    UPDATE orders o SET fees_charged_cents = s.charged, fees_estimated_cents = NULL, seller_voucher_cents = coalesce(s.voucher, o.seller_voucher_cents),
      freight_paid_cents = coalesce(s.freight, o.freight_paid_cents), version = o.version + 1, updated_at = now()
    FROM (
      SELECT l.order_id, -sum(l.amount_cents) FILTER (WHERE l.kind IN ('commission', 'service', 'affiliate', 'protection')
          OR l.kind = 'other' AND l.key LIKE 'seller\_transaction\_fee%')::bigint AS charged,
        -sum(l.amount_cents) FILTER (WHERE l.kind = 'seller_voucher')::bigint AS voucher, sum(l.amount_cents) FILTER (WHERE l.kind = 'freight_paid')::bigint AS freight
      FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_orders) AND l.source = 'income' GROUP BY 1) s
    WHERE o.organization_id = v_org AND o.id = s.order_id;
    PERFORM append_order_deltas(v_orders, 1);
  END IF;
  RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION write_releases, judge_wallet, write_wallet, judge_income, write_income FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_releases, judge_wallet, write_wallet, judge_income, write_income TO mascate_worker;
