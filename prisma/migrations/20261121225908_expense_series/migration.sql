-- CreateEnum
CREATE TYPE "ExpenseRhythm" AS ENUM ('weekly', 'monthly', 'yearly', 'instalments');

-- AlterTable
ALTER TABLE "expense" ADD COLUMN     "channel_id" UUID,
ADD COLUMN     "file_id" UUID,
ADD COLUMN     "instalment" INTEGER,
ADD COLUMN     "instalment_of" INTEGER,
ADD COLUMN     "legal_entity_id" UUID,
ADD COLUMN     "series_id" UUID,
ADD COLUMN     "stock_purchase" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "expense_series" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "rhythm" "ExpenseRhythm" NOT NULL,
    "anchor_on" DATE NOT NULL,
    "anchor_at" INTEGER NOT NULL DEFAULT 1,
    "until_on" DATE,
    "times" INTEGER,
    "made" INTEGER NOT NULL DEFAULT 0,
    "description" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "kind" "ExpenseKind" NOT NULL,
    "category" TEXT,
    "shop_id" UUID,
    "channel_id" UUID,
    "legal_entity_id" UUID,
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "expense_series_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "expense_organization_id_series_id_instalment_key" ON "expense"("organization_id", "series_id", "instalment");

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_organization_id_channel_id_fkey" FOREIGN KEY ("organization_id", "channel_id") REFERENCES "channel"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_organization_id_file_id_fkey" FOREIGN KEY ("organization_id", "file_id") REFERENCES "stored_file"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_organization_id_series_id_fkey" FOREIGN KEY ("organization_id", "series_id") REFERENCES "expense_series"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense_series" ADD CONSTRAINT "expense_series_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense_series" ADD CONSTRAINT "expense_series_organization_id_channel_id_fkey" FOREIGN KEY ("organization_id", "channel_id") REFERENCES "channel"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense_series" ADD CONSTRAINT "expense_series_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- ---------------------------------------------------------------- what the schema cannot say

-- An expense belongs to the company, to one legal entity, to one shop or to one manual channel.
ALTER TABLE expense ADD CONSTRAINT expense_place CHECK (num_nonnulls(shop_id, channel_id, legal_entity_id) <= 1);
ALTER TABLE expense ADD CONSTRAINT expense_part CHECK (instalment > 0 AND (instalment_of IS NULL OR instalment <= instalment_of));
ALTER TABLE expense ADD CONSTRAINT expense_in_series CHECK (series_id IS NULL OR instalment IS NOT NULL);
ALTER TABLE expense_series ADD CONSTRAINT expense_series_place CHECK (num_nonnulls(shop_id, channel_id, legal_entity_id) <= 1);
ALTER TABLE expense_series ADD CONSTRAINT expense_series_amount CHECK (amount_cents > 0);
ALTER TABLE expense_series ADD CONSTRAINT expense_series_end CHECK (times > 0 AND num_nonnulls(times, until_on) <= 1 AND made >= 0);

-- What the list is sorted by; those not paid come after every day of payment.
CREATE INDEX expense_amount_order ON expense (organization_id, amount_cents, id) WHERE voided_at IS NULL;
CREATE INDEX expense_paid_order ON expense (organization_id, coalesce(paid_on, '9999-12-31'::date), id) WHERE voided_at IS NULL;

ALTER TABLE expense_series ENABLE ROW LEVEL SECURITY;
ALTER TABLE expense_series FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON expense_series USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
GRANT SELECT, INSERT, UPDATE ON expense_series TO mascate_app, mascate_worker;

-- An accountant of some legal entities sees theirs, those of their shops and channels, and none of the whole company.
DROP POLICY entity ON expense;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['expense', 'expense_series'] LOOP
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      CASE WHEN (SELECT visible_entities()) IS NULL THEN true ELSE coalesce(
        legal_entity_id = ANY ((SELECT visible_entities())::uuid[]),
        coalesce(shop_id, channel_id) = ANY ((SELECT visible_outlets())::uuid[]), false) END)', t);
  END LOOP;
END $$;
