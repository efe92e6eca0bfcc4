/*
  Warnings:

  - A unique constraint covering the columns `[organization_id,shop_id,item_id,model_id]` on the table `listing` will be added. If there are existing duplicate values, this will fail.

*/
-- CreateEnum
CREATE TYPE "Master" AS ENUM ('other', 'mascate');

-- CreateEnum
CREATE TYPE "SyncStream" AS ENUM ('orders', 'listings', 'returns', 'escrow', 'wallet', 'health');

-- CreateEnum
CREATE TYPE "FailureState" AS ENUM ('waiting', 'dead', 'resolved');

-- CreateEnum
CREATE TYPE "InboxState" AS ENUM ('waiting', 'done', 'ignored', 'dead');

-- CreateEnum
CREATE TYPE "LabelState" AS ENUM ('none', 'asked', 'ready', 'failed');

-- CreateEnum
CREATE TYPE "InvoiceState" AS ENUM ('none', 'sent', 'rejected', 'valid');

-- CreateEnum
CREATE TYPE "FiscalKind" AS ENUM ('nfe', 'dce');

-- CreateEnum
CREATE TYPE "FiscalState" AS ENUM ('received', 'sent', 'accepted', 'rejected', 'cancelled');

-- CreateEnum
CREATE TYPE "ReturnKind" AS ENUM ('refund_only', 'with_return', 'failed_delivery', 'lost');

-- CreateEnum
CREATE TYPE "ReturnState" AS ENUM ('open', 'accepted', 'disputed', 'incoming', 'received', 'closed', 'cancelled');

-- CreateEnum
CREATE TYPE "PushKind" AS ENUM ('stock', 'price');

-- CreateEnum
CREATE TYPE "PushState" AS ENUM ('waiting', 'failed', 'sent');

-- CreateEnum
CREATE TYPE "RunKind" AS ENUM ('ship', 'labels', 'invoices');

-- CreateEnum
CREATE TYPE "RunState" AS ENUM ('waiting', 'running', 'done', 'failed');

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "fulfilled_by_platform" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "gone_at" TIMESTAMPTZ(3),
ADD COLUMN     "has_promotion" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "image_url" TEXT,
ADD COLUMN     "original_cents" BIGINT,
ADD COLUMN     "platform_stock" INTEGER,
ADD COLUMN     "promotion_units" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "status" TEXT,
ADD COLUMN     "synced_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "cancel_reason" TEXT,
ADD COLUMN     "cancelled_by" TEXT,
ADD COLUMN     "carrier" TEXT,
ADD COLUMN     "in_return" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "invoice_reason" TEXT,
ADD COLUMN     "invoice_state" "InvoiceState";

-- AlterTable
ALTER TABLE "shop" ADD COLUMN     "connected_at" TIMESTAMPTZ(3),
ADD COLUMN     "connected_by" UUID,
ADD COLUMN     "degraded_since" TIMESTAMPTZ(3),
ADD COLUMN     "grant_ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_synced_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_units" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "price_master" "Master" NOT NULL DEFAULT 'other',
ADD COLUMN     "problem" TEXT,
ADD COLUMN     "safety_units" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "stock_from" TIMESTAMPTZ(3),
ADD COLUMN     "stock_master" "Master" NOT NULL DEFAULT 'other';

-- CreateTable
CREATE TABLE "shop_claim" (
    "platform" "Platform" NOT NULL,
    "external_shop_id" TEXT NOT NULL,
    "holder_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shop_claim_pkey" PRIMARY KEY ("platform","external_shop_id")
);

-- CreateTable
CREATE TABLE "push_inbox" (
    "id" BIGSERIAL NOT NULL,
    "platform" "Platform" NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "external_shop_id" TEXT,
    "code" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "platform_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "state" "InboxState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_inbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shop_token" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "access_token" TEXT NOT NULL,
    "refresh_token" TEXT NOT NULL,
    "access_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "refresh_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "refreshing_since" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shop_token_pkey" PRIMARY KEY ("organization_id","shop_id")
);

-- CreateTable
CREATE TABLE "shop_authorization" (
    "organization_id" UUID NOT NULL,
    "state_hash" BYTEA NOT NULL,
    "shop_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "shop_authorization_pkey" PRIMARY KEY ("organization_id","state_hash")
);

-- CreateTable
CREATE TABLE "sync_state" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "stream" "SyncStream" NOT NULL,
    "watermark" TIMESTAMPTZ(3),
    "history_from" TIMESTAMPTZ(3),
    "history_reached" TIMESTAMPTZ(3),
    "history_started_at" TIMESTAMPTZ(3),
    "history_done" INTEGER NOT NULL DEFAULT 0,
    "cursor" TEXT,
    "running_since" TIMESTAMPTZ(3),
    "last_good_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "changed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sync_state_pkey" PRIMARY KEY ("organization_id","shop_id","stream")
);

-- CreateTable
CREATE TABLE "sync_failure" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "error_code" TEXT NOT NULL,
    "platform_error" TEXT,
    "platform_text" TEXT,
    "state" "FailureState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "sync_failure_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "platform_answer" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "purge_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "platform_answer_pkey" PRIMARY KEY ("organization_id","shop_id","kind","subject")
);

-- CreateTable
CREATE TABLE "kit_component" (
    "organization_id" UUID NOT NULL,
    "kit_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "kit_component_pkey" PRIMARY KEY ("organization_id","kit_id","component_id")
);

-- CreateTable
CREATE TABLE "order_item_part" (
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "kit_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "order_item_part_pkey" PRIMARY KEY ("organization_id","order_id","line","kit_id","product_id")
);

-- CreateTable
CREATE TABLE "package" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "platform_status" TEXT,
    "channel_id" TEXT,
    "carrier" TEXT,
    "tracking_number" TEXT,
    "method" TEXT,
    "pickup_at" TIMESTAMPTZ(3),
    "arranged_at" TIMESTAMPTZ(3),
    "label_state" "LabelState" NOT NULL DEFAULT 'none',
    "label_file_id" UUID,
    "label_error" TEXT,
    "printed_at" TIMESTAMPTZ(3),
    "print_count" INTEGER NOT NULL DEFAULT 0,
    "packed_at" TIMESTAMPTZ(3),
    "packed_by" UUID,
    "manifest_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "package_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "package_item" (
    "organization_id" UUID NOT NULL,
    "package_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "package_item_pkey" PRIMARY KEY ("organization_id","package_id","line")
);

-- CreateTable
CREATE TABLE "manifest" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "carrier" TEXT,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "manifest_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "fiscal_document" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID,
    "kind" "FiscalKind" NOT NULL,
    "state" "FiscalState" NOT NULL DEFAULT 'received',
    "access_key" TEXT,
    "number" TEXT,
    "series" TEXT,
    "issued_at" TIMESTAMPTZ(3),
    "total_cents" BIGINT,
    "reason" TEXT,
    "file_id" UUID,
    "file_name" TEXT,
    "uploaded_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "fiscal_document_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "order_return" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "number" TEXT NOT NULL,
    "kind" "ReturnKind" NOT NULL,
    "state" "ReturnState" NOT NULL DEFAULT 'open',
    "platform_status" TEXT,
    "reason" TEXT,
    "buyer_text" TEXT,
    "images" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "refund_cents" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "tracking_number" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "platform_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "answered_by" UUID,
    "received_at" TIMESTAMPTZ(3),
    "received_by" UUID,
    "note" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "order_return_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "return_item" (
    "organization_id" UUID NOT NULL,
    "return_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "order_line" INTEGER,
    "sku" TEXT,
    "title" TEXT NOT NULL,
    "variation" TEXT,
    "quantity" INTEGER NOT NULL,
    "refund_cents" BIGINT NOT NULL DEFAULT 0,
    "sellable" INTEGER,
    "damaged" INTEGER,
    "missing" INTEGER,

    CONSTRAINT "return_item_pkey" PRIMARY KEY ("organization_id","return_id","line")
);

-- CreateTable
CREATE TABLE "order_evidence" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "return_id" UUID,
    "file_id" UUID NOT NULL,
    "taken_by" UUID,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_evidence_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "listing_push" (
    "organization_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "kind" "PushKind" NOT NULL,
    "wanted" BIGINT NOT NULL,
    "state" "PushState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error_code" TEXT,
    "platform_text" TEXT,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "listing_push_pkey" PRIMARY KEY ("organization_id","listing_id","kind")
);

-- CreateTable
CREATE TABLE "dispatch_run" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "RunKind" NOT NULL,
    "state" "RunState" NOT NULL DEFAULT 'waiting',
    "input" JSONB NOT NULL DEFAULT '{}',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "file_id" UUID,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "dispatch_run_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "shop_health" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "mark" TEXT NOT NULL,
    "value" DECIMAL(18,6),
    "target" DECIMAL(18,6),
    "details" JSONB NOT NULL DEFAULT '{}',
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_health_pkey" PRIMARY KEY ("organization_id","shop_id","mark")
);

-- CreateIndex
CREATE INDEX "push_inbox_waiting" ON "push_inbox"("external_shop_id", "platform_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "push_inbox_platform_body_hash_key" ON "push_inbox"("platform", "body_hash");

-- CreateIndex
CREATE INDEX "sync_failure_organization_id_state_last_at_idx" ON "sync_failure"("organization_id", "state", "last_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "sync_failure_organization_id_shop_id_operation_subject_key" ON "sync_failure"("organization_id", "shop_id", "operation", "subject");

-- CreateIndex
CREATE INDEX "platform_answer_organization_id_purge_after_idx" ON "platform_answer"("organization_id", "purge_after");

-- CreateIndex
CREATE INDEX "kit_component_organization_id_component_id_idx" ON "kit_component"("organization_id", "component_id");

-- CreateIndex
CREATE INDEX "package_organization_id_order_id_idx" ON "package"("organization_id", "order_id");

-- CreateIndex
CREATE INDEX "package_organization_id_tracking_number_idx" ON "package"("organization_id", "tracking_number");

-- CreateIndex
CREATE UNIQUE INDEX "package_organization_id_shop_id_number_key" ON "package"("organization_id", "shop_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "manifest_organization_id_number_key" ON "manifest"("organization_id", "number");

-- CreateIndex
CREATE INDEX "fiscal_document_organization_id_order_id_idx" ON "fiscal_document"("organization_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "fiscal_document_organization_id_access_key_key" ON "fiscal_document"("organization_id", "access_key");

-- CreateIndex
CREATE INDEX "order_return_organization_id_order_id_idx" ON "order_return"("organization_id", "order_id");

-- CreateIndex
CREATE INDEX "order_return_organization_id_state_due_at_idx" ON "order_return"("organization_id", "state", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "order_return_organization_id_shop_id_number_key" ON "order_return"("organization_id", "shop_id", "number");

-- CreateIndex
CREATE INDEX "order_evidence_organization_id_order_id_idx" ON "order_evidence"("organization_id", "order_id");

-- CreateIndex
CREATE INDEX "listing_push_organization_id_state_queued_at_idx" ON "listing_push"("organization_id", "state", "queued_at");

-- CreateIndex
CREATE INDEX "dispatch_run_organization_id_created_at_id_idx" ON "dispatch_run"("organization_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_organization_id_shop_id_item_id_model_id_key" ON "listing"("organization_id", "shop_id", "item_id", "model_id");

-- AddForeignKey
ALTER TABLE "shop_token" ADD CONSTRAINT "shop_token_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "sync_state" ADD CONSTRAINT "sync_state_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "sync_failure" ADD CONSTRAINT "sync_failure_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "kit_component" ADD CONSTRAINT "kit_component_organization_id_kit_id_fkey" FOREIGN KEY ("organization_id", "kit_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "kit_component" ADD CONSTRAINT "kit_component_organization_id_component_id_fkey" FOREIGN KEY ("organization_id", "component_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_item_part" ADD CONSTRAINT "order_item_part_organization_id_order_id_line_fkey" FOREIGN KEY ("organization_id", "order_id", "line") REFERENCES "order_item"("organization_id", "order_id", "line") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_item_part" ADD CONSTRAINT "order_item_part_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "package" ADD CONSTRAINT "package_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "package" ADD CONSTRAINT "package_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "package" ADD CONSTRAINT "package_organization_id_manifest_id_fkey" FOREIGN KEY ("organization_id", "manifest_id") REFERENCES "manifest"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "package_item" ADD CONSTRAINT "package_item_organization_id_package_id_fkey" FOREIGN KEY ("organization_id", "package_id") REFERENCES "package"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "fiscal_document" ADD CONSTRAINT "fiscal_document_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_return" ADD CONSTRAINT "order_return_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "return_item" ADD CONSTRAINT "return_item_organization_id_return_id_fkey" FOREIGN KEY ("organization_id", "return_id") REFERENCES "order_return"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_evidence" ADD CONSTRAINT "order_evidence_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "listing_push" ADD CONSTRAINT "listing_push_organization_id_listing_id_fkey" FOREIGN KEY ("organization_id", "listing_id") REFERENCES "listing"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shop_health" ADD CONSTRAINT "shop_health_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- ---------------------------------------------------------------- who may see and write

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['shop_token', 'shop_authorization', 'sync_state', 'sync_failure', 'platform_answer', 'kit_component', 'order_item_part', 'package',
    'package_item', 'manifest', 'fiscal_document', 'order_return', 'return_item', 'order_evidence', 'listing_push', 'dispatch_run', 'shop_health'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mascate_app, mascate_worker', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['sync_state', 'sync_failure', 'package', 'order_return', 'shop_health'] LOOP
    EXECUTE format('CREATE POLICY entity ON %I AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
      CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END)', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['shop', 'shop_authorization', 'platform_answer'] LOOP
    EXECUTE format('CREATE POLICY directory ON %I FOR SELECT TO CURRENT_USER USING (true)', t);
  END LOOP;
END $$;
CREATE POLICY entity ON fiscal_document AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE EXISTS (
    SELECT 1 FROM orders o WHERE o.organization_id = current_organization() AND o.id = order_id) END);
GRANT DELETE ON shop_token, shop_authorization, kit_component, order_item_part, package_item, return_item, order_evidence, listing_push,
  platform_answer TO mascate_app, mascate_worker;

ALTER TABLE kit_component ADD CONSTRAINT kit_component_own CHECK (kit_id <> component_id AND quantity > 0);
ALTER TABLE return_item ADD CONSTRAINT return_item_received CHECK (
  (sellable IS NULL AND damaged IS NULL AND missing IS NULL) OR (sellable >= 0 AND damaged >= 0 AND missing >= 0 AND sellable + damaged + missing = quantity));

CREATE INDEX push_inbox_open ON push_inbox (external_shop_id, platform_at, id) WHERE state = 'waiting';
DROP INDEX push_inbox_waiting;

-- ---------------------------------------------------------------- whose shop

-- Makes the current organization the holder of its shop's platform id; false while another one holds it with a living grant.
CREATE FUNCTION claim_shop(p_shop uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  s shop;
BEGIN
  SELECT * INTO s FROM shop WHERE organization_id = v_org AND id = p_shop AND external_shop_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'shop_not_found' USING errcode = 'P0001'; END IF;
  INSERT INTO shop_claim AS c (platform, external_shop_id, holder_id, shop_id) VALUES (s.platform, s.external_shop_id, v_org, p_shop)
  ON CONFLICT (platform, external_shop_id) DO UPDATE SET holder_id = excluded.holder_id, shop_id = excluded.shop_id, claimed_at = now()
  WHERE c.holder_id = v_org OR NOT EXISTS (SELECT 1 FROM shop h WHERE h.organization_id = c.holder_id AND h.id = c.shop_id AND h.status = 'active');
  RETURN FOUND;
END $$;

CREATE FUNCTION is_shop_held_elsewhere(p_platform "Platform", p_external text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM shop_claim c JOIN shop h ON h.organization_id = c.holder_id AND h.id = c.shop_id AND h.status = 'active'
    WHERE c.platform = p_platform AND c.external_shop_id = p_external AND c.holder_id <> current_organization())
$$;

CREATE FUNCTION release_shop(p_shop uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM shop_claim WHERE holder_id = current_organization() AND shop_id = p_shop
$$;

CREATE FUNCTION find_shop_holder(p_platform "Platform", p_external text) RETURNS TABLE (organization_id uuid, shop_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.holder_id, c.shop_id FROM shop_claim c WHERE c.platform = p_platform AND c.external_shop_id = p_external
$$;

CREATE FUNCTION forget_shop_claim() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM shop_claim WHERE holder_id = OLD.organization_id AND shop_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER shop_claim_ends AFTER DELETE ON shop FOR EACH ROW EXECUTE FUNCTION forget_shop_claim();

-- Shops with a living grant, of all organizations: what the worker's schedule looks at.
CREATE FUNCTION list_active_shops() RETURNS TABLE (organization_id uuid, shop_id uuid, external_shop_id text, grant_ends_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.organization_id, s.id, s.external_shop_id, s.grant_ends_at FROM shop s
  JOIN organization o ON o.organization_id = s.organization_id
  WHERE s.status = 'active' AND s.external_shop_id IS NOT NULL AND (o.deletion_at IS NULL OR o.deletion_at > now())
$$;

-- ---------------------------------------------------------------- pushes

-- Keeps a push whose signature was right, once, and has its shop's pushes worked off; false when it was here before.
CREATE FUNCTION receive_push(p_hash bytea, p_external text, p_code integer, p_body jsonb, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO push_inbox (platform, body_hash, external_shop_id, code, body, platform_at) VALUES ('shopee', p_hash, p_external, p_code, p_body, p_at)
  ON CONFLICT (platform, body_hash) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM graphile_worker.add_job('work-pushes', json_build_object('externalShopId', p_external), queue_name => 'pushes:' || coalesce(p_external, ''),
    job_key => 'work-pushes:' || coalesce(p_external, ''), max_attempts => 25);
  RETURN true;
END $$;

-- The next pushes of a shop in the order of the platform's time; those of no one shop under NULL.
CREATE FUNCTION list_waiting_pushes(p_external text, p_limit integer) RETURNS TABLE (id bigint, code integer, body jsonb, platform_at timestamptz, attempts integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, p.code, p.body, p.platform_at, p.attempts FROM push_inbox p
  WHERE p.external_shop_id IS NOT DISTINCT FROM p_external AND p.state = 'waiting' ORDER BY p.platform_at, p.id LIMIT p_limit
$$;

CREATE FUNCTION settle_pushes(p_ids bigint[], p_state "InboxState", p_error text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  UPDATE push_inbox SET state = p_state, error_code = p_error, attempts = attempts + 1, done_at = CASE WHEN p_state <> 'waiting' THEN now() END
  WHERE id = ANY (p_ids);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- What was pushed before then and is worked off is not needed any more.
CREATE FUNCTION forget_pushes(p_before timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  DELETE FROM push_inbox WHERE received_at < p_before AND state <> 'waiting';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

-- As enqueue_job; jobs of one queue follow each other, and none before p_run_at.
CREATE FUNCTION enqueue_shop_job(p_task text, p_payload json, p_key text, p_queue text, p_run_at timestamptz DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    queue_name => p_queue, run_at => p_run_at, job_key => p_key, max_attempts => 10);
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['claim_shop', 'is_shop_held_elsewhere', 'release_shop', 'find_shop_holder', 'forget_shop_claim', 'list_active_shops', 'receive_push',
    'list_waiting_pushes', 'settle_pushes', 'forget_pushes', 'enqueue_shop_job'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', f);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION claim_shop, is_shop_held_elsewhere, release_shop, receive_push, enqueue_shop_job TO mascate_app;
GRANT EXECUTE ON FUNCTION claim_shop, release_shop, find_shop_holder, list_active_shops, list_waiting_pushes, settle_pushes, forget_pushes, enqueue_shop_job
  TO mascate_worker;

-- ---------------------------------------------------------------- what orders take, kits included

-- The cost of a kit on a day: of its own, else of its components together; NULL while one of them is unknown.
CREATE FUNCTION kit_unit_cost(p_kit uuid, p_day date) RETURNS numeric LANGUAGE sql STABLE SET search_path = public AS $$
  SELECT CASE WHEN count(*) = count(c.cost) THEN sum(c.cost * k.quantity) END
  FROM kit_component k LEFT JOIN LATERAL (
    SELECT cost FROM product_cost p WHERE p.organization_id = current_organization() AND p.product_id = k.component_id AND p.from_day <= p_day
    ORDER BY p.from_day DESC LIMIT 1) c ON true
  WHERE k.organization_id = current_organization() AND k.kit_id = p_kit
$$;

-- As before; of a kit its components are taken, as they were when the order first took it.
CREATE OR REPLACE FUNCTION settle_order_stock(p_orders uuid[], p_actor uuid, p_allow_short boolean) RETURNS integer LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
  v_booked integer := 0;
  v_order record;
BEGIN
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (p_orders) ORDER BY id FOR UPDATE;
  INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
  SELECT v_org, i.order_id, i.line, i.product_id, k.component_id, k.quantity
  FROM order_item i JOIN kit_component k ON k.organization_id = v_org AND k.kit_id = i.product_id
  WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND NOT EXISTS (
    SELECT 1 FROM order_item_part p WHERE p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id)
  ON CONFLICT DO NOTHING;
  PERFORM lock_stock(array(
    SELECT coalesce(p.product_id, i.product_id) FROM order_item i JOIN orders o ON o.organization_id = v_org AND o.id = i.order_id
    LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
    WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL AND o.moves_stock
    UNION
    SELECT m.product_id FROM stock_movement m
    WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own));

  FOR v_order IN
    WITH wanted AS (
      SELECT i.order_id, coalesce(p.product_id, i.product_id) AS product_id, sum(i.quantity * i.product_quantity * coalesce(p.quantity, 1))::bigint AS units
      FROM order_item i
      LEFT JOIN order_item_part p ON p.organization_id = v_org AND p.order_id = i.order_id AND p.line = i.line AND p.kit_id = i.product_id
      WHERE i.organization_id = v_org AND i.order_id = ANY (p_orders) AND i.product_id IS NOT NULL GROUP BY 1, 2
    ), taken AS (
      SELECT m.source_id AS order_id, m.product_id, sum(m.on_hand_delta)::bigint AS on_hand, sum(m.reserved_delta)::bigint AS reserved
      FROM stock_movement m
      WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = ANY (p_orders) AND m.location_id = v_own GROUP BY 1, 2
    ), change AS (
      SELECT o.id, product_id,
        CASE WHEN NOT o.moves_stock OR o.status < 'shipped' THEN 0 WHEN o.status = 'cancelled' THEN coalesce(t.on_hand, 0)
          ELSE -coalesce(w.units, 0) END - coalesce(t.on_hand, 0) AS on_hand,
        CASE WHEN o.moves_stock AND o.status < 'shipped' THEN coalesce(w.units, 0) ELSE 0 END - coalesce(t.reserved, 0) AS reserved
      FROM wanted w FULL JOIN taken t USING (order_id, product_id)
      JOIN orders o ON o.organization_id = v_org AND o.id = order_id
    ), entry AS (
      SELECT c.id, c.product_id, e.kind, e.on_hand, e.reserved
      FROM change c
      CROSS JOIN LATERAL (SELECT greatest(least(c.reserved, 0), least(c.on_hand, 0)) AS freed) f
      CROSS JOIN LATERAL (VALUES
        ('ship', least(c.on_hand, 0), f.freed), ('adjustment', greatest(c.on_hand, 0), 0),
        ('reserve', 0, greatest(c.reserved - f.freed, 0)), ('release', 0, least(c.reserved - f.freed, 0))
      ) AS e(kind, on_hand, reserved)
      WHERE e.on_hand <> 0 OR e.reserved <> 0
    )
    SELECT e.id, jsonb_agg(jsonb_build_object('line', (
        SELECT coalesce(max(m.source_line) + 1, 0) FROM stock_movement m
        WHERE m.organization_id = v_org AND m.source_kind = 'order' AND m.source_id = e.id),
      'product', e.product_id, 'location', v_own, 'kind', e.kind, 'onHand', e.on_hand, 'reserved', e.reserved) ORDER BY e.product_id) AS entries
    FROM entry e GROUP BY e.id ORDER BY e.id
  LOOP
    v_booked := v_booked + book_stock('order', v_order.id, p_actor, NULL, v_order.entries, p_allow_short);
  END LOOP;
  RETURN v_booked;
END $$;

-- ---------------------------------------------------------------- marketplace orders, from whichever source

CREATE TYPE staged_order AS (number integer, code text, hash bytea, payload jsonb);

-- Takes the numbers that new orders need, by the year of their day: {"2025": 17} answers the number before the first one. A
-- transaction of its own, so that nobody waits for what is applied; numbers that are not used leave gaps, which are allowed.
CREATE FUNCTION take_order_numbers(p_need jsonb) RETURNS jsonb LANGUAGE sql SET search_path = public AS $$
  WITH need AS (SELECT key::int AS year, value::int AS n FROM jsonb_each_text(p_need) ORDER BY 1), taken AS (
    INSERT INTO order_number AS t (organization_id, year, last) SELECT current_organization(), year, n FROM need
    ON CONFLICT (organization_id, year) DO UPDATE SET last = t.last + excluded.last
    RETURNING year, last
  )
  SELECT coalesce(jsonb_object_agg(taken.year, taken.last - need.n), '{}') FROM taken JOIN need USING (year)
$$;

-- Writes orders of a shop as one source gives them, each field from the source that knows it best (the platform's API over its export
-- over what we estimate). What this source said before changes nothing; what is older than that is kept as it is. An order that the
-- API gives to this shop is its, also when it was imported under a shop that was never authorized. Roll-ups and stock follow.
-- p_moves: whether new orders move stock, where the payload does not say. Answers what it did and the orders that it wrote.
CREATE FUNCTION write_marketplace_orders(p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], p_numbers jsonb, p_moves boolean,
  p_import uuid, p_actor uuid)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[]) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_api constant boolean := p_source = 'api';
  v_codes text[];
  v_known uuid[];
  v_shops uuid[];
  v_rows staged_order[];
  v_orders uuid[];
  v_changed uuid[];
  v_keys text[];
  v_listings uuid[];
  v_products uuid[];
  v_quantities integer[];
BEGIN
  -- Writers of one shop's orders take turns: they may hold the same orders and listings.
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));

  -- Known orders, listings and products are looked up all at once: a company that the statistics do not know yet would be looked
  -- through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_known, v_shops FROM (
    SELECT external_code, id, shop_id FROM orders WHERE organization_id = v_org AND platform = 'shopee'
      AND external_code = ANY (array(SELECT r.code FROM unnest(p_rows) r))
    ORDER BY id FOR UPDATE) o;

  WITH source AS MATERIALIZED (
    SELECT s.order_id, s.source, s.fields_hash, s.as_of, s.stage FROM order_source s
    WHERE s.organization_id = v_org AND s.order_id = ANY (v_known)
  ), judged AS MATERIALIZED (
    SELECT r.number, o.id AS known, (r.payload->>'asOf')::timestamptz AS as_of, CASE
      WHEN o.id IS NULL THEN 'new'
      WHEN o.shop IS DISTINCT FROM p_shop AND (NOT v_api OR a.order_id IS NOT NULL) THEN 'otherShop'
      WHEN NOT v_api AND a.order_id IS NOT NULL THEN 'api'
      WHEN s.order_id IS NULL THEN 'changed'
      WHEN s.fields_hash = r.hash THEN 'same'
      WHEN NOT v_api AND (r.payload->>'stage')::int < s.stage THEN 'older'
      WHEN (v_api OR (r.payload->>'stage')::int = s.stage) AND (r.payload->>'asOf')::timestamptz < s.as_of THEN 'older'
      ELSE 'changed' END AS verdict
    FROM unnest(p_rows) r
    LEFT JOIN unnest(v_codes, v_known, v_shops) AS o(code, id, shop) ON o.code = r.code
    LEFT JOIN source s ON s.order_id = o.id AND s.source = p_source
    LEFT JOIN source a ON a.order_id = o.id AND a.source = 'api'
  ), heard AS (
    -- The same again, only later: what is older than that is known as such from now on.
    UPDATE order_source s SET as_of = j.as_of FROM judged j
    WHERE j.verdict = 'same' AND s.organization_id = v_org AND s.order_id = j.known AND s.source = p_source AND s.as_of < j.as_of
  ), chosen AS (
    SELECT r, j.known, coalesce(j.known, uuid_v7()) AS id FROM judged j JOIN unnest(p_rows) r ON r.number = j.number
    WHERE j.verdict IN ('new', 'changed')
  )
  SELECT array_agg(c.r ORDER BY (c.r).number), array_agg(c.id ORDER BY (c.r).number), array_agg(c.known) FILTER (WHERE c.known IS NOT NULL)
  INTO v_rows, v_orders, v_changed FROM chosen c;
  v_rows := coalesce(v_rows, '{}');
  v_orders := coalesce(v_orders, '{}');
  v_changed := coalesce(v_changed, '{}');
  created := cardinality(v_orders) - cardinality(v_changed);
  updated := cardinality(v_changed);
  kept := cardinality(p_rows) - cardinality(v_orders);
  written := v_orders;
  IF cardinality(v_orders) = 0 THEN
    RETURN NEXT;
    RETURN;
  END IF;

  PERFORM append_order_deltas(v_changed, -1);

  -- k names the listing within the payload; x is the key that an export gives it, item and model are the platform's ids.
  IF v_api THEN
    WITH item AS (
      SELECT DISTINCT ON (i.x) i.x, i.item, i.model
      FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(x text, item text, model text) ORDER BY i.x, i.item, i.model
    )
    UPDATE listing l SET item_id = item.item, model_id = item.model FROM item
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = item.x AND l.item_id IS NULL
      AND NOT EXISTS (SELECT 1 FROM listing t WHERE t.organization_id = v_org AND t.shop_id = p_shop AND t.item_id = item.item AND t.model_id = item.model);
  END IF;

  WITH item AS (
    SELECT DISTINCT ON (i.k) i.k, i.x, i.item, i.model, i.s, i.t, i.v, i.p
    FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, x text, item text, model text, s text, t text, v text, p bigint)
    ORDER BY i.k, r.payload->>'placedAt' DESC
  ), catalogue AS MATERIALIZED (
    SELECT p.sku, p.id FROM product p WHERE p.organization_id = v_org AND p.archived_at IS NULL
      AND p.sku = ANY (array(SELECT item.s::citext FROM item WHERE item.s IS NOT NULL))
  ), missing AS (
    SELECT item.*, row_number() OVER (PARTITION BY coalesce(item.x, item.k) ORDER BY item.k) AS place FROM item
    WHERE NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop
      AND CASE WHEN item.item IS NULL THEN l.external_key = item.k ELSE l.item_id = item.item AND l.model_id = item.model END)
  ), made AS (
    INSERT INTO listing (organization_id, id, shop_id, external_key, item_id, model_id, sku, title, variation, price_cents, product_id)
    SELECT v_org, uuid_v7(), p_shop, CASE WHEN m.item IS NULL THEN m.k
        WHEN m.place = 1 AND NOT EXISTS (SELECT 1 FROM listing l WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = m.x) THEN m.x
        ELSE m.k END,
      m.item, m.model, m.s, m.t, m.v, m.p, p.id
    FROM missing m LEFT JOIN catalogue p ON p.sku = m.s::citext
    ORDER BY m.k
    ON CONFLICT DO NOTHING
    RETURNING id, product_id
  )
  INSERT INTO listing_mapping (organization_id, id, listing_id, product_id, how, mapped_by)
  SELECT v_org, uuid_v7(), made.id, made.product_id, 'sku', p_actor FROM made WHERE made.product_id IS NOT NULL;

  WITH item AS MATERIALIZED (
    SELECT DISTINCT i.k, i.item, i.model FROM unnest(v_rows) r, jsonb_to_recordset(r.payload->'items') AS i(k text, item text, model text)
  ), known AS MATERIALIZED (
    SELECT l.id, l.external_key, l.item_id, l.model_id, l.product_id, l.product_quantity FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.external_key = ANY (array(SELECT k FROM item WHERE item IS NULL))
    UNION
    SELECT l.id, l.external_key, l.item_id, l.model_id, l.product_id, l.product_quantity FROM listing l
    WHERE l.organization_id = v_org AND l.shop_id = p_shop AND l.item_id = ANY (array(SELECT item FROM item WHERE item IS NOT NULL))
  )
  SELECT array_agg(item.k), array_agg(l.id), array_agg(l.product_id), array_agg(l.product_quantity)
  INTO v_keys, v_listings, v_products, v_quantities
  FROM item JOIN known l ON CASE WHEN item.item IS NULL THEN l.external_key = item.k ELSE l.item_id = item.item AND l.model_id = item.model END;

  INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, platform_status, placed_at, local_day,
    paid_at, ship_by, shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, seller_voucher_cents, freight_paid_cents,
    total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, buyer_key, moves_stock, fulfilled_by_platform, cancellation_asked,
    in_return, cancel_reason, cancelled_by, carrier, invoice_state, invoice_reason, note, created_by)
  SELECT v_org, u.id,
    'SHP-' || left(p.day::text, 4) || '-' || lpad((coalesce((p_numbers->>left(p.day::text, 4))::int, 0)
      + row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number))::text, 5, '0'),
    'shopee', p_shop, p_shop, r.code, p.status, p."platformStatus", p."placedAt", p.day,
    p."paidAt", p."shipBy", p."shippedAt", p."deliveredAt", p."cancelledAt", p.units, p.revenue, coalesce(p.discount, 0), coalesce(p.voucher, 0), coalesce(p.freight, 0),
    p.total, p.charged, p.estimated, p.tracking, decode(p."buyerKey", 'hex'), coalesce(p.moves, p_moves) AND NOT p.fulfilled, p.fulfilled,
    coalesce(p.asked, false), coalesce(p."inReturn", false), p."cancelReason", p."cancelBy", p.carrier, p."invoiceState", p."invoiceReason", p.note, p_actor
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  CROSS JOIN LATERAL (SELECT u.number, u.code, u.payload) r,
  jsonb_to_record(r.payload) AS p(status "OrderStatus", "platformStatus" text, "placedAt" timestamptz, day date, "paidAt" timestamptz,
    "shipBy" timestamptz, "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint,
    discount bigint, voucher bigint, freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean,
    moves boolean, asked boolean, "inReturn" boolean, "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState",
    "invoiceReason" text, note text)
  WHERE NOT u.id = ANY (v_changed);

  -- What a source leaves empty is not taken away from what is known; an order's answer says nothing of what was charged.
  UPDATE orders o SET shop_id = p_shop, outlet_id = p_shop, status = p.status, platform_status = p."platformStatus", paid_at = coalesce(p."paidAt", o.paid_at),
    ship_by = coalesce(p."shipBy", o.ship_by), shipped_at = coalesce(p."shippedAt", o.shipped_at),
    delivered_at = coalesce(p."deliveredAt", o.delivered_at), cancelled_at = coalesce(p."cancelledAt", o.cancelled_at),
    units = p.units, revenue_cents = p.revenue, seller_discount_cents = coalesce(p.discount, o.seller_discount_cents),
    seller_voucher_cents = coalesce(p.voucher, o.seller_voucher_cents), freight_paid_cents = coalesce(p.freight, o.freight_paid_cents), total_cents = p.total,
    fees_charged_cents = CASE WHEN v_api THEN coalesce(p.charged, o.fees_charged_cents) ELSE p.charged END, fees_estimated_cents = p.estimated,
    tracking_number = coalesce(p.tracking, o.tracking_number), buyer_key = coalesce(o.buyer_key, decode(p."buyerKey", 'hex')),
    fulfilled_by_platform = p.fulfilled, cancellation_asked = coalesce(p.asked, o.cancellation_asked), in_return = coalesce(p."inReturn", o.in_return),
    cancel_reason = coalesce(p."cancelReason", o.cancel_reason), cancelled_by = coalesce(p."cancelBy", o.cancelled_by), carrier = coalesce(p.carrier, o.carrier),
    invoice_state = coalesce(p."invoiceState", o.invoice_state),
    invoice_reason = CASE WHEN p."invoiceState" IS NULL THEN o.invoice_reason ELSE p."invoiceReason" END, note = coalesce(p.note, o.note),
    version = o.version + 1, updated_at = now()
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload) AS p(status "OrderStatus", "platformStatus" text, "paidAt" timestamptz, "shipBy" timestamptz,
    "shippedAt" timestamptz, "deliveredAt" timestamptz, "cancelledAt" timestamptz, units int, revenue bigint, discount bigint, voucher bigint,
    freight bigint, total bigint, charged bigint, estimated bigint, tracking text, "buyerKey" text, fulfilled boolean, asked boolean, "inReturn" boolean,
    "cancelReason" text, "cancelBy" text, carrier text, "invoiceState" "InvoiceState", "invoiceReason" text, note text)
  WHERE o.organization_id = v_org AND o.id = u.id AND u.id = ANY (v_changed);

  INSERT INTO order_item AS t (organization_id, order_id, line, listing_id, product_id, product_quantity, sku, title, variation, quantity,
    unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, u.id, i.line, l.id, l.product_id, l.product_quantity, i.s, i.t, i.v, i.q, i.p, i.d, i.m,
    coalesce((SELECT c.cost FROM product_cost c WHERE c.organization_id = v_org AND c.product_id = l.product_id AND c.from_day <= (u.payload->>'day')::date
      ORDER BY c.from_day DESC LIMIT 1), kit_unit_cost(l.product_id, (u.payload->>'day')::date))
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  ROWS FROM (jsonb_to_recordset(u.payload->'items') AS (k text, s text, t text, v text, q int, p bigint, d bigint, m bigint))
    WITH ORDINALITY AS i(k, s, t, v, q, p, d, m, line)
  JOIN unnest(v_keys, v_listings, v_products, v_quantities) AS l(key, id, product_id, product_quantity) ON l.key = i.k
  ON CONFLICT (organization_id, order_id, line) DO UPDATE SET
    product_id = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.product_id, excluded.product_id) ELSE excluded.product_id END,
    product_quantity = CASE WHEN t.listing_id = excluded.listing_id AND t.product_id IS NOT NULL THEN t.product_quantity ELSE excluded.product_quantity END,
    unit_cost = CASE WHEN t.listing_id = excluded.listing_id THEN coalesce(t.unit_cost, excluded.unit_cost) ELSE excluded.unit_cost END,
    listing_id = excluded.listing_id, sku = excluded.sku, title = excluded.title, variation = excluded.variation, quantity = excluded.quantity,
    unit_price_cents = excluded.unit_price_cents, discount_cents = excluded.discount_cents, subtotal_cents = excluded.subtotal_cents;
  DELETE FROM order_item t USING unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  WHERE t.organization_id = v_org AND t.order_id = u.id AND u.id = ANY (v_changed) AND t.line > jsonb_array_length(u.payload->'items');

  INSERT INTO order_buyer AS b (organization_id, order_id, name, username, phone, document, address, city, state, postal_code, purge_after)
  SELECT v_org, u.id, p.name, p.username, p.phone, p.document, p.address, p.city, p.state, p."postalCode", (u.payload->>'purgeAfter')::timestamptz
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload->'buyer') AS p(name text, username text, phone text, document text, address text, city text, state text, "postalCode" text)
  WHERE u.payload->'buyer' <> 'null' AND (u.payload->>'purgeAfter')::timestamptz > now()
  ON CONFLICT (organization_id, order_id) DO UPDATE SET name = coalesce(excluded.name, b.name), username = coalesce(excluded.username, b.username),
    phone = coalesce(excluded.phone, b.phone), document = coalesce(excluded.document, b.document), address = coalesce(excluded.address, b.address),
    city = coalesce(excluded.city, b.city), state = coalesce(excluded.state, b.state), postal_code = coalesce(excluded.postal_code, b.postal_code),
    purge_after = excluded.purge_after;
  DELETE FROM order_buyer b USING unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  WHERE b.organization_id = v_org AND b.order_id = u.id AND (u.payload->>'purgeAfter')::timestamptz <= now();

  INSERT INTO order_source AS s (organization_id, order_id, source, fields_hash, as_of, stage, import_id)
  SELECT v_org, u.id, p_source, u.hash, (u.payload->>'asOf')::timestamptz, (u.payload->>'stage')::int, p_import
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload)
  ON CONFLICT (organization_id, order_id, source) DO UPDATE SET fields_hash = excluded.fields_hash, as_of = excluded.as_of, stage = excluded.stage,
    import_id = excluded.import_id;

  DELETE FROM money_line l WHERE l.organization_id = v_org AND l.order_id = ANY (v_changed) AND (l.source = 'rule' OR (l.source = 'export' AND NOT v_api));
  INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, rule_id, platform_name, as_of)
  SELECT v_org, u.id, x.kind, x.source, x.amount, x.rule, x.name, (u.payload->>'asOf')::timestamptz
  FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'money') AS x(kind "MoneyKind", source "MoneySource", amount bigint, rule uuid, name text);

  IF v_api THEN
    INSERT INTO package AS t (organization_id, id, order_id, shop_id, number, platform_status, channel_id, carrier, tracking_number)
    SELECT v_org, uuid_v7(), u.id, p_shop, x.n, x.status, x.channel, x.carrier, x.tracking
    FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
    jsonb_to_recordset(u.payload->'packages') AS x(n text, status text, channel text, carrier text, tracking text)
    ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET order_id = excluded.order_id, platform_status = excluded.platform_status,
      channel_id = excluded.channel_id, carrier = excluded.carrier, tracking_number = coalesce(excluded.tracking_number, t.tracking_number),
      version = t.version + 1, updated_at = now();
    DELETE FROM package_item i USING package k
    WHERE i.organization_id = v_org AND k.organization_id = v_org AND k.id = i.package_id AND k.order_id = ANY (v_changed);
    INSERT INTO package_item (organization_id, package_id, line, quantity)
    SELECT v_org, k.id, y.line, sum(y.q)
    FROM unnest(v_orders, v_rows) AS u(id, number, code, hash, payload),
    jsonb_to_recordset(u.payload->'packages') AS x(n text, items jsonb)
    JOIN package k ON k.organization_id = v_org AND k.shop_id = p_shop AND k.number = x.n,
    jsonb_to_recordset(x.items) AS y(line int, q int)
    GROUP BY k.id, y.line
    ON CONFLICT (organization_id, package_id, line) DO UPDATE SET quantity = excluded.quantity;
  END IF;

  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders) AND o.moves_stock) THEN
    PERFORM settle_order_stock(v_orders, p_actor, true);
  END IF;
  PERFORM append_order_deltas(v_orders, 1);
  RETURN NEXT;
END $$;

-- Orders as the API gave them: [{number, code, hash (hex), payload}].
CREATE FUNCTION write_platform_orders(p_shop uuid, p_orders jsonb, p_numbers jsonb, p_actor uuid)
RETURNS TABLE (created integer, updated integer, kept integer, written uuid[]) LANGUAGE sql SET search_path = public AS $$
  SELECT * FROM write_marketplace_orders(p_shop, 'api', array(
    SELECT ROW(x.number, x.code, decode(x.hash, 'hex'), x.payload)::staged_order
    FROM jsonb_to_recordset(p_orders) AS x(number int, code text, hash text, payload jsonb) ORDER BY x.number), p_numbers, false, NULL, p_actor)
$$;

-- Applies a batch as before; how an order is written is the same for every source.
CREATE OR REPLACE FUNCTION apply_import_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, waiting boolean, first integer, last integer) LANGUAGE plpgsql
SET search_path = public SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  m import;
  v_batch integer[];
BEGIN
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' THEN
    RETURN QUERY SELECT 0, 0, 0, false, NULL::integer, NULL::integer;
    RETURN;
  END IF;
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  SELECT w.created, w.updated, w.kept INTO created, updated, kept FROM write_marketplace_orders(m.shop_id, 'export', array(
      SELECT ROW(r.number, r.order_code, r.fields_hash, r.payload)::staged_order FROM import_row r
      WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch) ORDER BY r.number),
    p_numbers, coalesce((m.options->>'takeStock')::boolean, false), p_import, m.created_by) w;

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number = ANY (v_batch);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  UPDATE import i SET done = i.done + cardinality(v_batch), summary = i.summary || jsonb_build_object('result', jsonb_build_object(
    'created', coalesce((i.summary->'result'->>'created')::int, 0) + created,
    'updated', coalesce((i.summary->'result'->>'updated')::int, 0) + updated,
    'kept', coalesce((i.summary->'result'->>'kept')::int, 0) + kept))
  WHERE i.organization_id = v_org AND i.id = p_import;
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;

REVOKE ALL ON FUNCTION kit_unit_cost, take_order_numbers, write_marketplace_orders, write_platform_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION kit_unit_cost TO mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_order_numbers, write_marketplace_orders, write_platform_orders TO mascate_worker;
