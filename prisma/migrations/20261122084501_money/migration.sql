-- CreateEnum
CREATE TYPE "FeePartKind" AS ENUM ('campaign', 'affiliate_service', 'protection', 'ads_top_up');

-- CreateEnum
CREATE TYPE "WalletKind" AS ENUM ('payout', 'early_payout', 'early_payout_rest', 'early_payout_fee', 'early_payout_return', 'loan_instalment', 'ads_top_up', 'withdrawal', 'withdrawal_returned', 'compensation', 'refund', 'affiliate', 'adjustment', 'other');

-- CreateEnum
CREATE TYPE "PayoutSource" AS ENUM ('file', 'api');

-- CreateEnum
CREATE TYPE "DiscrepancyCause" AS ENUM ('late', 'released_less', 'released_more', 'released_twice', 'commission_band', 'commission_rate', 'fixed_fee', 'service', 'freight', 'reverse_freight', 'refund_without_return', 'adjustment', 'fee_on_cancelled', 'compensation_missing', 'affiliate', 'protection', 'ads_top_up', 'vouchers', 'price', 'withheld', 'unknown_here', 'wallet');

-- CreateEnum
CREATE TYPE "CaseState" AS ENUM ('detected', 'filed', 'in_review', 'approved', 'denied', 'paid', 'expired');


-- AlterTable
ALTER TABLE "settlement" ADD COLUMN     "adjusted_cents" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "cause" "DiscrepancyCause",
ADD COLUMN     "difference_cents" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "hash" BYTEA NOT NULL,
ADD COLUMN     "local_day" DATE NOT NULL,
ADD COLUMN     "rule_confirmed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "rule_id" UUID;

-- CreateTable
CREATE TABLE "fee_part" (
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "kind" "FeePartKind" NOT NULL,
    "rate" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "fixed_cents" BIGINT NOT NULL DEFAULT 0,
    "basis" "FeeBasis" NOT NULL DEFAULT 'order',

    CONSTRAINT "fee_part_pkey" PRIMARY KEY ("organization_id","rule_id","kind")
);

-- CreateTable
CREATE TABLE "fee_rule_check" (
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "matched" INTEGER NOT NULL,
    "differing" INTEGER NOT NULL,
    "is_confirmed" BOOLEAN NOT NULL,
    "observed" JSONB,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fee_rule_check_pkey" PRIMARY KEY ("organization_id","rule_id","shop_id")
);

-- CreateTable
CREATE TABLE "shop_terms" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "programme" TEXT NOT NULL DEFAULT 'freeShipping',
    "campaign" BOOLEAN NOT NULL DEFAULT false,
    "affiliates" BOOLEAN NOT NULL DEFAULT false,
    "protection" BOOLEAN NOT NULL DEFAULT false,
    "ads_top_up" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "shop_terms_pkey" PRIMARY KEY ("organization_id","shop_id","from_day")
);

-- CreateTable
CREATE TABLE "discrepancy" (
    "organization_id" UUID NOT NULL,
    "settlement_id" UUID NOT NULL,
    "cause" "DiscrepancyCause" NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "is_unconfirmed" BOOLEAN NOT NULL DEFAULT false,
    "facts" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "discrepancy_pkey" PRIMARY KEY ("organization_id","settlement_id","cause")
);

-- CreateTable
CREATE TABLE "settlement_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "shop_id" UUID NOT NULL,
    "state" "SettlementState" NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "expected_cents" BIGINT NOT NULL DEFAULT 0,
    "released_cents" BIGINT NOT NULL DEFAULT 0,
    "adjusted_cents" BIGINT NOT NULL DEFAULT 0,
    "difference_cents" BIGINT NOT NULL DEFAULT 0,
    "explained_cents" BIGINT NOT NULL DEFAULT 0,
    "unexplained_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "settlement_day_pkey" PRIMARY KEY ("organization_id","day","shop_id","state")
);

-- CreateTable
CREATE TABLE "discrepancy_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "shop_id" UUID NOT NULL,
    "cause" "DiscrepancyCause" NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "amount_cents" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "discrepancy_day_pkey" PRIMARY KEY ("organization_id","day","shop_id","cause")
);

-- CreateTable
CREATE TABLE "reconcile_due" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "external_code" TEXT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reconcile_due_pkey" PRIMARY KEY ("organization_id","shop_id","external_code")
);

-- CreateTable
CREATE TABLE "reconcile_run" (
    "organization_id" UUID NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconcile_run_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "release" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "external_code" TEXT NOT NULL,
    "source" "PayoutSource" NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "amount_cents" BIGINT NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "release_pkey" PRIMARY KEY ("organization_id","shop_id","external_code","source","key")
);

-- CreateTable
CREATE TABLE "wallet_transaction" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "balance_cents" BIGINT,
    "nth" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "local_day" DATE NOT NULL,
    "kind" "WalletKind" NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT,
    "external_code" TEXT,
    "refund_number" TEXT,
    "withdrawal_id" TEXT,
    "fee_cents" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "description" TEXT,
    "source" "PayoutSource" NOT NULL,

    CONSTRAINT "wallet_transaction_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "bank_entry" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,
    "account_key" BYTEA NOT NULL,
    "account_end" TEXT NOT NULL,
    "fitid" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "memo" TEXT NOT NULL,

    CONSTRAINT "bank_entry_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "bank_match" (
    "organization_id" UUID NOT NULL,
    "transaction_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "matched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "matched_by" UUID,

    CONSTRAINT "bank_match_pkey" PRIMARY KEY ("organization_id","transaction_id")
);

-- CreateTable
CREATE TABLE "ads_spend" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "item_id" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL DEFAULT '',
    "spend_cents" BIGINT NOT NULL,
    "sales_cents" BIGINT NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "impressions" INTEGER NOT NULL DEFAULT 0,
    "report_days" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ads_spend_pkey" PRIMARY KEY ("organization_id","shop_id","day","item_id")
);

-- CreateTable
CREATE TABLE "recovery_case" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "shop_id" UUID NOT NULL,
    "cause" "DiscrepancyCause" NOT NULL,
    "state" "CaseState" NOT NULL DEFAULT 'detected',
    "amount_cents" BIGINT NOT NULL,
    "recovered_cents" BIGINT NOT NULL DEFAULT 0,
    "protocol" TEXT,
    "owner_id" UUID,
    "deadline" DATE,
    "reason" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opened_by" UUID,
    "closed_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "recovery_case_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "case_order" (
    "organization_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "settlement_id" UUID NOT NULL,
    "cause" "DiscrepancyCause" NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "case_order_pkey" PRIMARY KEY ("organization_id","case_id","settlement_id")
);

-- CreateTable
CREATE TABLE "case_event" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by" UUID,
    "state" "CaseState",
    "text" TEXT,

    CONSTRAINT "case_event_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "case_file" (
    "organization_id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,

    CONSTRAINT "case_file_pkey" PRIMARY KEY ("organization_id","case_id","file_id")
);

-- CreateTable
CREATE TABLE "month_close" (
    "organization_id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_by" UUID,
    "hash" BYTEA NOT NULL,
    "note" TEXT,

    CONSTRAINT "month_close_pkey" PRIMARY KEY ("organization_id","legal_entity_id","month")
);

-- CreateTable
CREATE TABLE "month_close_line" (
    "organization_id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "line" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "month_close_line_pkey" PRIMARY KEY ("organization_id","legal_entity_id","month","line")
);

-- CreateIndex
CREATE INDEX "discrepancy_organization_id_cause_settlement_id_idx" ON "discrepancy"("organization_id", "cause", "settlement_id");

-- CreateIndex
CREATE INDEX "reconcile_due_organization_id_marked_at_idx" ON "reconcile_due"("organization_id", "marked_at");

-- CreateIndex
CREATE INDEX "wallet_transaction_organization_id_at_id_idx" ON "wallet_transaction"("organization_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "wallet_transaction_organization_id_shop_id_at_id_idx" ON "wallet_transaction"("organization_id", "shop_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "wallet_transaction_organization_id_shop_id_external_code_idx" ON "wallet_transaction"("organization_id", "shop_id", "external_code");

-- CreateIndex
CREATE INDEX "wallet_transaction_organization_id_kind_at_id_idx" ON "wallet_transaction"("organization_id", "kind", "at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "wallet_transaction_organization_id_shop_id_minute_amount_ce_key" ON "wallet_transaction"("organization_id", "shop_id", "minute", "amount_cents", "balance_cents", "nth");

-- CreateIndex
CREATE INDEX "bank_entry_organization_id_day_id_idx" ON "bank_entry"("organization_id", "day" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "bank_entry_organization_id_account_key_fitid_key" ON "bank_entry"("organization_id", "account_key", "fitid");

-- CreateIndex
CREATE UNIQUE INDEX "bank_match_organization_id_entry_id_key" ON "bank_match"("organization_id", "entry_id");

-- CreateIndex
CREATE INDEX "ads_spend_organization_id_day_idx" ON "ads_spend"("organization_id", "day");

-- CreateIndex
CREATE INDEX "recovery_case_organization_id_deadline_id_idx" ON "recovery_case"("organization_id", "deadline", "id");

-- CreateIndex
CREATE INDEX "recovery_case_organization_id_state_deadline_id_idx" ON "recovery_case"("organization_id", "state", "deadline", "id");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_case_organization_id_number_key" ON "recovery_case"("organization_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "case_order_organization_id_settlement_id_cause_key" ON "case_order"("organization_id", "settlement_id", "cause");

-- CreateIndex
CREATE INDEX "case_event_organization_id_case_id_at_idx" ON "case_event"("organization_id", "case_id", "at");

-- CreateIndex
CREATE INDEX "settlement_organization_id_local_day_id_idx" ON "settlement"("organization_id", "local_day" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "settlement_organization_id_state_local_day_id_idx" ON "settlement"("organization_id", "state", "local_day" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "fee_part" ADD CONSTRAINT "fee_part_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "fee_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "fee_rule_check" ADD CONSTRAINT "fee_rule_check_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "fee_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "fee_rule_check" ADD CONSTRAINT "fee_rule_check_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shop_terms" ADD CONSTRAINT "shop_terms_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "discrepancy" ADD CONSTRAINT "discrepancy_organization_id_settlement_id_fkey" FOREIGN KEY ("organization_id", "settlement_id") REFERENCES "settlement"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "release" ADD CONSTRAINT "release_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "wallet_transaction" ADD CONSTRAINT "wallet_transaction_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bank_entry" ADD CONSTRAINT "bank_entry_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bank_match" ADD CONSTRAINT "bank_match_organization_id_transaction_id_fkey" FOREIGN KEY ("organization_id", "transaction_id") REFERENCES "wallet_transaction"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bank_match" ADD CONSTRAINT "bank_match_organization_id_entry_id_fkey" FOREIGN KEY ("organization_id", "entry_id") REFERENCES "bank_entry"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ads_spend" ADD CONSTRAINT "ads_spend_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "recovery_case" ADD CONSTRAINT "recovery_case_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "case_order" ADD CONSTRAINT "case_order_organization_id_case_id_fkey" FOREIGN KEY ("organization_id", "case_id") REFERENCES "recovery_case"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "case_order" ADD CONSTRAINT "case_order_organization_id_settlement_id_fkey" FOREIGN KEY ("organization_id", "settlement_id") REFERENCES "settlement"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "case_event" ADD CONSTRAINT "case_event_organization_id_case_id_fkey" FOREIGN KEY ("organization_id", "case_id") REFERENCES "recovery_case"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "case_file" ADD CONSTRAINT "case_file_organization_id_case_id_fkey" FOREIGN KEY ("organization_id", "case_id") REFERENCES "recovery_case"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "case_file" ADD CONSTRAINT "case_file_organization_id_file_id_fkey" FOREIGN KEY ("organization_id", "file_id") REFERENCES "stored_file"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "month_close" ADD CONSTRAINT "month_close_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "month_close_line" ADD CONSTRAINT "month_close_line_organization_id_legal_entity_id_month_fkey" FOREIGN KEY ("organization_id", "legal_entity_id", "month") REFERENCES "month_close"("organization_id", "legal_entity_id", "month") ON DELETE RESTRICT ON UPDATE RESTRICT;


-- ---------------------------------------------------------------- tenants and legal entities

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['fee_part', 'fee_rule_check', 'shop_terms', 'discrepancy', 'settlement_day', 'discrepancy_day', 'reconcile_due', 'reconcile_run',
    'release', 'wallet_transaction', 'bank_entry', 'bank_match', 'ads_spend', 'recovery_case', 'case_order', 'case_event', 'case_file', 'month_close',
    'month_close_line']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['fee_rule_check', 'shop_terms', 'settlement_day', 'discrepancy_day', 'release', 'wallet_transaction', 'ads_spend', 'recovery_case']
  LOOP
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END)', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['bank_entry', 'month_close', 'month_close_line']
  LOOP
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      (SELECT visible_entities()) IS NULL OR coalesce(legal_entity_id = ANY ((SELECT visible_entities())::uuid[]), false))', t);
  END LOOP;
END $$;

GRANT INSERT, UPDATE, DELETE ON fee_part, shop_terms TO mascate_app;
GRANT INSERT, UPDATE ON fee_rule_check TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE, DELETE ON discrepancy, settlement_day, discrepancy_day, reconcile_run, release, wallet_transaction TO mascate_worker;
GRANT INSERT, DELETE ON reconcile_due TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE, DELETE ON ads_spend TO mascate_app, mascate_worker;
GRANT INSERT ON bank_entry TO mascate_app;
GRANT INSERT, DELETE ON bank_match TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE ON recovery_case TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE, DELETE ON case_order TO mascate_app;
GRANT INSERT ON case_event TO mascate_app, mascate_worker;
GRANT INSERT, DELETE ON case_file TO mascate_app;
GRANT INSERT ON month_close, month_close_line TO mascate_app;
REVOKE INSERT, UPDATE ON settlement FROM mascate_app;

-- A closed month stays as it was closed.
CREATE TRIGGER month_close_kept AFTER UPDATE OR DELETE ON month_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_close_line_kept AFTER UPDATE OR DELETE ON month_close_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---------------------------------------------------------------- one wallet movement, whether it came by file or by API

DROP INDEX "wallet_transaction_organization_id_shop_id_minute_amount_ce_key";
CREATE UNIQUE INDEX "wallet_transaction_organization_id_shop_id_minute_amount_ce_key" ON wallet_transaction
  (organization_id, shop_id, minute, amount_cents, balance_cents, nth) NULLS NOT DISTINCT;

-- ---------------------------------------------------------------- settlements add up

ALTER TABLE settlement ADD CONSTRAINT settlement_adds_up CHECK (difference_cents = explained_cents + unexplained_cents
  AND (expected_cents IS NULL OR state IN ('to_release', 'partly_released') OR difference_cents = coalesce(released_cents, 0) + adjusted_cents - expected_cents));

-- Largest differences first; those that are nothing are not looked for.
CREATE INDEX settlement_difference ON settlement (organization_id, abs(difference_cents) DESC, id DESC) WHERE difference_cents <> 0;
CREATE INDEX settlement_code ON settlement (organization_id, external_code text_pattern_ops);

-- ---------------------------------------------------------------- what is to be looked at again

CREATE FUNCTION mark_reconcile() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF TG_TABLE_NAME IN ('money_line', 'order_return') THEN
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT DISTINCT o.organization_id, o.shop_id, o.external_code FROM changed c JOIN orders o ON o.organization_id = c.organization_id AND o.id = c.order_id
    WHERE o.platform = 'shopee' AND o.shop_id IS NOT NULL AND o.external_code IS NOT NULL ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  ELSIF TG_TABLE_NAME = 'orders' AND TG_OP = 'INSERT' THEN
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT c.organization_id, c.shop_id, c.external_code FROM changed c
    WHERE c.platform = 'shopee' AND c.shop_id IS NOT NULL AND c.external_code IS NOT NULL ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT DISTINCT c.organization_id, c.shop_id, c.external_code FROM changed c
    WHERE c.external_code IS NOT NULL ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION mark_reconcile_changed() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO reconcile_due (organization_id, shop_id, external_code)
  SELECT n.organization_id, n.shop_id, n.external_code FROM changed n JOIN before b ON b.organization_id = n.organization_id AND b.id = n.id
  WHERE n.platform = 'shopee' AND n.shop_id IS NOT NULL AND n.external_code IS NOT NULL
    AND (n.status, n.platform_status, n.delivered_at, n.shipped_at, n.cancelled_at, n.in_return, n.shop_id, n.revenue_cents, n.seller_voucher_cents,
         n.freight_paid_cents, n.local_day)
      IS DISTINCT FROM (b.status, b.platform_status, b.delivered_at, b.shipped_at, b.cancelled_at, b.in_return, b.shop_id, b.revenue_cents,
         b.seller_voucher_cents, b.freight_paid_cents, b.local_day)
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION mark_reconcile, mark_reconcile_changed FROM PUBLIC;

CREATE TRIGGER orders_reconcile_added AFTER INSERT ON orders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER orders_reconcile_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile_changed();
CREATE TRIGGER money_line_reconcile_added AFTER INSERT ON money_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER money_line_reconcile_gone AFTER DELETE ON money_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER order_return_reconcile_added AFTER INSERT ON order_return REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER order_return_reconcile_changed AFTER UPDATE ON order_return REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER wallet_reconcile_added AFTER INSERT ON wallet_transaction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER release_reconcile_added AFTER INSERT ON release REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE TRIGGER release_reconcile_changed AFTER UPDATE ON release REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();

-- ---------------------------------------------------------------- writing settlements

-- Writes what was found out of codes of shops, each row:
-- {id, shop, code, orderId, day, state, dueOn, releasedAt, expected, released, adjusted, difference, explained, unexplained, cause, ruleId,
--  confirmed, asOf, hash (hex), causes: [{cause, amount, unconfirmed, facts}]}. What says the same as before is not written. Totals by day
-- move along. Answers how many changed.
CREATE FUNCTION write_settlements(p_rows jsonb) RETURNS integer LANGUAGE plpgsql SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
  v_rows jsonb;
  v_changed integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('id', coalesce(s.id::text, r.value->>'id'), 'known', s.id IS NOT NULL)), '[]'), count(*)::int INTO v_rows, v_changed
  FROM jsonb_array_elements(p_rows) r
  LEFT JOIN settlement s ON s.organization_id = v_org AND s.shop_id = (r.value->>'shop')::uuid AND s.external_code = r.value->>'code'
  WHERE s.id IS NULL OR s.hash <> decode(r.value->>'hash', 'hex');
  IF v_changed = 0 THEN RETURN 0; END IF;

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

  INSERT INTO settlement (organization_id, id, shop_id, external_code, order_id, local_day, state, due_on, released_at, expected_cents, released_cents,
    adjusted_cents, difference_cents, explained_cents, unexplained_cents, cause, rule_id, rule_confirmed, as_of, hash)
  SELECT v_org, r.id, r.shop, r.code, r."orderId", r.day, r.state, r."dueOn", r."releasedAt", r.expected, r.released, r.adjusted, r.difference, r.explained,
    r.unexplained, r.cause, r."ruleId", r.confirmed, r."asOf", decode(r.hash, 'hex')
  FROM jsonb_to_recordset(v_rows) AS r(id uuid, shop uuid, code text, "orderId" uuid, day date, state "SettlementState", "dueOn" date, "releasedAt" timestamptz,
    expected bigint, released bigint, adjusted bigint, difference bigint, explained bigint, unexplained bigint, cause "DiscrepancyCause", "ruleId" uuid,
    confirmed boolean, "asOf" timestamptz, hash text)
  ON CONFLICT (organization_id, shop_id, external_code) DO UPDATE SET order_id = excluded.order_id, local_day = excluded.local_day, state = excluded.state,
    due_on = excluded.due_on, released_at = excluded.released_at, expected_cents = excluded.expected_cents, released_cents = excluded.released_cents,
    adjusted_cents = excluded.adjusted_cents, difference_cents = excluded.difference_cents, explained_cents = excluded.explained_cents,
    unexplained_cents = excluded.unexplained_cents, cause = excluded.cause, rule_id = excluded.rule_id, rule_confirmed = excluded.rule_confirmed,
    as_of = excluded.as_of, hash = excluded.hash, version = settlement.version + 1;

  DELETE FROM discrepancy c USING jsonb_to_recordset(v_rows) AS r(id uuid, known boolean)
  WHERE r.known AND c.organization_id = v_org AND c.settlement_id = r.id;
  INSERT INTO discrepancy (organization_id, settlement_id, cause, amount_cents, is_unconfirmed, facts)
  SELECT v_org, r.id, c.cause, c.amount, coalesce(c.unconfirmed, false), coalesce(c.facts, '{}')
  FROM jsonb_to_recordset(v_rows) AS r(id uuid, causes jsonb),
    jsonb_to_recordset(r.causes) AS c(cause "DiscrepancyCause", amount bigint, unconfirmed boolean, facts jsonb);
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION write_settlements FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_settlements TO mascate_worker;

-- ---------------------------------------------------------------- an order's money

-- As before; an income report is of what was paid out, and so is settled.
CREATE OR REPLACE FUNCTION order_money(p_orders uuid[]) RETURNS TABLE (order_id uuid, kind "MoneyKind", basis "MoneyBasis", amount_cents bigint,
  source "MoneySource", key text, platform_name text, rule_id uuid, as_of timestamptz)
LANGUAGE sql STABLE SET search_path = public AS $$
  WITH o AS MATERIALIZED (
    SELECT id, platform, status <> 'cancelled' AS valid, platform_status = 'COMPLETED' AS completed, revenue_cents, fees_charged_cents, placed_at
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders) AND status <> 'pending'
  ), ranked AS (
    SELECT m.*, o.completed, dense_rank() OVER (PARTITION BY m.order_id, m.kind ORDER BY m.source DESC) AS place
    FROM money_line m JOIN o ON o.id = m.order_id
    WHERE m.organization_id = current_organization() AND m.order_id = ANY (p_orders) AND (o.valid OR m.source IN ('income', 'api'))
  ), line AS MATERIALIZED (
    SELECT order_id, kind, CASE WHEN source = 'rule' THEN 'estimated' WHEN source = 'income' OR (source = 'api' AND completed) THEN 'settled'
      ELSE 'charged' END::"MoneyBasis" AS basis,
      amount_cents, source, key, platform_name, rule_id, as_of
    FROM ranked WHERE place = 1
  )
  SELECT * FROM line
  UNION ALL
  SELECT o.id, 'product_revenue', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", o.revenue_cents, NULL, '', NULL, NULL, o.placed_at
  FROM o WHERE o.valid AND NOT EXISTS (SELECT 1 FROM line l WHERE l.order_id = o.id AND l.kind = 'product_revenue')
  UNION ALL
  SELECT o.id, 'channel_fee', CASE o.platform WHEN 'manual' THEN 'typed' ELSE 'charged' END::"MoneyBasis", -o.fees_charged_cents, NULL, '', NULL, NULL, o.placed_at
  FROM o WHERE o.valid AND o.fees_charged_cents <> 0 AND NOT EXISTS (SELECT 1 FROM line l WHERE l.order_id = o.id)
$$;
