CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'manager', 'operator', 'finance', 'viewer', 'accountant');

-- CreateEnum
CREATE TYPE "ActorKind" AS ENUM ('person', 'function', 'sync', 'assistant', 'system');

-- CreateEnum
CREATE TYPE "Platform" AS ENUM ('manual', 'shopee');

-- CreateEnum
CREATE TYPE "ShopStatus" AS ENUM ('pending', 'active', 'expired');

-- CreateEnum
CREATE TYPE "VerificationPurpose" AS ENUM ('confirm', 'reset', 'change_email');

-- CreateEnum
CREATE TYPE "LocationKind" AS ENUM ('own', 'full', 'transit', 'damaged');

-- CreateEnum
CREATE TYPE "MovementKind" AS ENUM ('opening', 'purchase', 'count', 'adjustment', 'reserve', 'release', 'ship', 'return', 'transfer', 'write_off', 'import');

-- CreateEnum
CREATE TYPE "OrderStatus" AS ENUM ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled');

-- CreateEnum
CREATE TYPE "ExpenseKind" AS ENUM ('fixed', 'variable', 'tax');

-- CreateEnum
CREATE TYPE "ExpenseStatus" AS ENUM ('pending', 'paid');

-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('uploaded', 'checking', 'ready', 'applying', 'done', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "MappingHow" AS ENUM ('sku', 'suggestion', 'hand', 'sheet');

-- CreateEnum
CREATE TYPE "SellerType" AS ENUM ('cnpj', 'cpf');

-- CreateEnum
CREATE TYPE "TaxRegime" AS ENUM ('simples', 'mei', 'presumed', 'real', 'individual');

-- CreateEnum
CREATE TYPE "FeeBasis" AS ENUM ('item', 'order');

-- CreateEnum
CREATE TYPE "MoneyKind" AS ENUM ('product_revenue', 'seller_voucher', 'coins', 'commission', 'service', 'affiliate', 'ads', 'protection', 'freight_paid', 'freight_charged', 'freight_rebate', 'reverse_freight', 'refund', 'compensation', 'tax_withheld', 'adjustment', 'other');

-- CreateEnum
CREATE TYPE "MoneySource" AS ENUM ('rule', 'export', 'api');

-- CreateEnum
CREATE TYPE "OrderSourceKind" AS ENUM ('hand', 'export', 'api');

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" CITEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "display_name" TEXT NOT NULL,
    "avatar_file_id" UUID,
    "language" TEXT NOT NULL DEFAULT 'pt',
    "theme" TEXT NOT NULL DEFAULT 'ocean-blue',
    "color_scheme" TEXT NOT NULL DEFAULT 'system',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "organization_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "device" TEXT,
    "network" TEXT,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "VerificationPurpose" NOT NULL,
    "new_email" CITEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "verification_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organization" (
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'America/Sao_Paulo',
    "low_stock_units" INTEGER NOT NULL DEFAULT 5,
    "backorders" BOOLEAN NOT NULL DEFAULT false,
    "productivity" BOOLEAN NOT NULL DEFAULT false,
    "base_folder" TEXT,
    "deletion_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "legal_entity" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "document" TEXT,
    "state_registration" TEXT,
    "state" TEXT,
    "seller_type" "SellerType" NOT NULL DEFAULT 'cnpj',
    "tax_regime" "TaxRegime",
    "opened_on" DATE,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "legal_entity_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "membership" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "channel" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "legal_entity_id" UUID NOT NULL,
    "name" CITEXT NOT NULL,
    "fee_rate" DECIMAL(18,6) NOT NULL DEFAULT 0,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "channel_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "stored_file" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "place" TEXT NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "idempotency" (
    "organization_id" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "user_id" UUID,
    "body_hash" BYTEA NOT NULL,
    "answer" JSONB,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("organization_id","route","key")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" "ActorKind" NOT NULL,
    "actor_id" UUID,
    "session_id" UUID,
    "event" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "position" BIGINT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "audit_seal" (
    "organization_id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "first_position" BIGINT NOT NULL,
    "last_position" BIGINT NOT NULL,
    "key_id" TEXT NOT NULL,
    "previous" BYTEA NOT NULL,
    "hmac" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_seal_pkey" PRIMARY KEY ("organization_id","number")
);

-- CreateTable
CREATE TABLE "product" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sku" CITEXT NOT NULL,
    "title" TEXT NOT NULL,
    "parent_id" UUID,
    "variation" JSONB,
    "barcodes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "photo_file_id" UUID,
    "description_html" TEXT NOT NULL DEFAULT '',
    "price_cents" BIGINT,
    "minimum_stock" INTEGER,
    "lead_time_days" INTEGER,
    "shelf_address" TEXT,
    "weight_grams" INTEGER,
    "length_mm" INTEGER,
    "width_mm" INTEGER,
    "height_mm" INTEGER,
    "ncm" TEXT,
    "cest" TEXT,
    "origin" INTEGER,
    "unit" TEXT NOT NULL DEFAULT 'UN',
    "packaging_cost_cents" BIGINT,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "product_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "product_cost" (
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "from_day" DATE NOT NULL,
    "cost" DECIMAL(18,6) NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "product_cost_pkey" PRIMARY KEY ("organization_id","product_id","from_day")
);

-- CreateTable
CREATE TABLE "stock_location" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "LocationKind" NOT NULL,
    "name" TEXT NOT NULL,
    "shop_id" UUID,

    CONSTRAINT "stock_location_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "stock_level" (
    "organization_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "on_hand" BIGINT NOT NULL DEFAULT 0,
    "reserved" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "stock_level_pkey" PRIMARY KEY ("organization_id","product_id","location_id")
);

-- CreateTable
CREATE TABLE "stock_movement" (
    "organization_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "product_id" UUID NOT NULL,
    "location_id" UUID NOT NULL,
    "kind" "MovementKind" NOT NULL,
    "on_hand_delta" BIGINT NOT NULL,
    "reserved_delta" BIGINT NOT NULL,
    "source_kind" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "source_line" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "actor_id" UUID,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_movement_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "shop" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platform" "Platform" NOT NULL DEFAULT 'shopee',
    "external_shop_id" TEXT,
    "legal_entity_id" UUID NOT NULL,
    "name" CITEXT NOT NULL,
    "status" "ShopStatus" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "shop_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "listing" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "external_key" TEXT NOT NULL,
    "item_id" TEXT,
    "model_id" TEXT,
    "sku" CITEXT,
    "title" TEXT NOT NULL,
    "variation" TEXT,
    "price_cents" BIGINT,
    "product_id" UUID,
    "product_quantity" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listing_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "listing_mapping" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "quantity" INTEGER NOT NULL DEFAULT 1,
    "how" "MappingHow" NOT NULL,
    "mapped_by" UUID,
    "from_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "to_at" TIMESTAMPTZ(3),

    CONSTRAINT "listing_mapping_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "order_number" (
    "organization_id" UUID NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "order_number_pkey" PRIMARY KEY ("organization_id","year")
);

-- CreateTable
CREATE TABLE "orders" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "platform" "Platform" NOT NULL,
    "shop_id" UUID,
    "channel_id" UUID,
    "outlet_id" UUID NOT NULL,
    "external_code" TEXT,
    "status" "OrderStatus" NOT NULL,
    "platform_status" TEXT,
    "cancellation_asked" BOOLEAN NOT NULL DEFAULT false,
    "customer_name" TEXT,
    "note" TEXT,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "local_day" DATE NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "ship_by" TIMESTAMPTZ(3),
    "shipped_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "units" INTEGER NOT NULL,
    "revenue_cents" BIGINT NOT NULL,
    "seller_discount_cents" BIGINT NOT NULL DEFAULT 0,
    "seller_voucher_cents" BIGINT NOT NULL DEFAULT 0,
    "freight_paid_cents" BIGINT NOT NULL DEFAULT 0,
    "total_cents" BIGINT NOT NULL,
    "fees_charged_cents" BIGINT,
    "fees_estimated_cents" BIGINT,
    "tracking_number" TEXT,
    "buyer_key" BYTEA,
    "moves_stock" BOOLEAN NOT NULL DEFAULT true,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "order_item" (
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "listing_id" UUID,
    "product_id" UUID,
    "product_quantity" INTEGER NOT NULL DEFAULT 1,
    "sku" TEXT,
    "title" TEXT NOT NULL,
    "variation" TEXT,
    "quantity" INTEGER NOT NULL,
    "unit_price_cents" BIGINT NOT NULL,
    "discount_cents" BIGINT NOT NULL DEFAULT 0,
    "subtotal_cents" BIGINT NOT NULL,
    "unit_cost" DECIMAL(18,6),

    CONSTRAINT "order_item_pkey" PRIMARY KEY ("organization_id","order_id","line")
);

-- CreateTable
CREATE TABLE "order_buyer" (
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "name" TEXT,
    "username" TEXT,
    "phone" TEXT,
    "document" TEXT,
    "address" TEXT,
    "city" TEXT,
    "state" TEXT,
    "postal_code" TEXT,
    "purge_after" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_buyer_pkey" PRIMARY KEY ("organization_id","order_id")
);

-- CreateTable
CREATE TABLE "order_source" (
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "source" "OrderSourceKind" NOT NULL,
    "fields_hash" BYTEA NOT NULL,
    "as_of" TIMESTAMPTZ(3) NOT NULL,
    "import_id" UUID,

    CONSTRAINT "order_source_pkey" PRIMARY KEY ("organization_id","order_id","source")
);

-- CreateTable
CREATE TABLE "fee_rule" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "platform" "Platform" NOT NULL,
    "name" TEXT NOT NULL,
    "from_day" DATE NOT NULL,
    "to_day" DATE,
    "seller_type" "SellerType" NOT NULL,
    "programme" TEXT NOT NULL DEFAULT 'standard',
    "basis" "FeeBasis" NOT NULL DEFAULT 'item',
    "cap_cents" BIGINT,
    "confirmed_by" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "fee_rule_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "fee_band" (
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "from_cents" BIGINT NOT NULL,
    "to_cents" BIGINT,
    "commission_rate" DECIMAL(18,6) NOT NULL,
    "service_rate" DECIMAL(18,6) NOT NULL,
    "fixed_cents" BIGINT NOT NULL,

    CONSTRAINT "fee_band_pkey" PRIMARY KEY ("organization_id","rule_id","from_cents")
);

-- CreateTable
CREATE TABLE "money_line" (
    "organization_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "kind" "MoneyKind" NOT NULL,
    "source" "MoneySource" NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "amount_cents" BIGINT NOT NULL,
    "rule_id" UUID,
    "platform_name" TEXT,
    "as_of" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "money_line_pkey" PRIMARY KEY ("organization_id","order_id","kind","source","key")
);

-- CreateTable
CREATE TABLE "expense" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "description" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "kind" "ExpenseKind" NOT NULL,
    "due_on" DATE NOT NULL,
    "status" "ExpenseStatus" NOT NULL DEFAULT 'pending',
    "paid_on" DATE,
    "category" TEXT,
    "shop_id" UUID,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "expense_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "sales_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "outlet_id" UUID NOT NULL,
    "platform" "Platform" NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "pending" BIGINT NOT NULL DEFAULT 0,
    "confirmed" BIGINT NOT NULL DEFAULT 0,
    "processing" BIGINT NOT NULL DEFAULT 0,
    "shipped" BIGINT NOT NULL DEFAULT 0,
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "cancelled" BIGINT NOT NULL DEFAULT 0,
    "units" BIGINT NOT NULL DEFAULT 0,
    "gross_cents" BIGINT NOT NULL DEFAULT 0,
    "cancelled_cents" BIGINT NOT NULL DEFAULT 0,
    "fees_charged_cents" BIGINT NOT NULL DEFAULT 0,
    "gross_charged_cents" BIGINT NOT NULL DEFAULT 0,
    "fees_estimated_cents" BIGINT NOT NULL DEFAULT 0,
    "gross_estimated_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "sales_day_pkey" PRIMARY KEY ("organization_id","day","outlet_id")
);

-- CreateTable
CREATE TABLE "sales_day_delta" (
    "organization_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "outlet_id" UUID NOT NULL,
    "platform" "Platform" NOT NULL,
    "orders" BIGINT NOT NULL DEFAULT 0,
    "pending" BIGINT NOT NULL DEFAULT 0,
    "confirmed" BIGINT NOT NULL DEFAULT 0,
    "processing" BIGINT NOT NULL DEFAULT 0,
    "shipped" BIGINT NOT NULL DEFAULT 0,
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "cancelled" BIGINT NOT NULL DEFAULT 0,
    "units" BIGINT NOT NULL DEFAULT 0,
    "gross_cents" BIGINT NOT NULL DEFAULT 0,
    "cancelled_cents" BIGINT NOT NULL DEFAULT 0,
    "fees_charged_cents" BIGINT NOT NULL DEFAULT 0,
    "gross_charged_cents" BIGINT NOT NULL DEFAULT 0,
    "fees_estimated_cents" BIGINT NOT NULL DEFAULT 0,
    "gross_estimated_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "sales_day_delta_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "product_day" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "item_key" UUID NOT NULL,
    "outlet_id" UUID NOT NULL,
    "mapped" BOOLEAN NOT NULL,
    "units" BIGINT NOT NULL DEFAULT 0,
    "revenue_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "product_day_pkey" PRIMARY KEY ("organization_id","day","item_key","outlet_id")
);

-- CreateTable
CREATE TABLE "product_day_delta" (
    "organization_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "item_key" UUID NOT NULL,
    "outlet_id" UUID NOT NULL,
    "mapped" BOOLEAN NOT NULL,
    "units" BIGINT NOT NULL DEFAULT 0,
    "revenue_cents" BIGINT NOT NULL DEFAULT 0,
    "revenue_with_cost_cents" BIGINT NOT NULL DEFAULT 0,
    "cost" DECIMAL(24,6) NOT NULL DEFAULT 0,

    CONSTRAINT "product_day_delta_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "import" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "shop_id" UUID,
    "state" "ImportState" NOT NULL DEFAULT 'uploaded',
    "error_code" TEXT,
    "options" JSONB NOT NULL DEFAULT '{}',
    "summary" JSONB NOT NULL DEFAULT '{}',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "import_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "import_row" (
    "organization_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "order_code" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "fields_hash" BYTEA NOT NULL,
    "outcome" TEXT,

    CONSTRAINT "import_row_pkey" PRIMARY KEY ("organization_id","import_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_hash_key" ON "session"("hash");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "verification_user_id_idx" ON "verification"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "legal_entity_organization_id_document_key" ON "legal_entity"("organization_id", "document");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "channel_organization_id_name_key" ON "channel"("organization_id", "name");

-- CreateIndex
CREATE INDEX "idempotency_expires_at_idx" ON "idempotency"("expires_at");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_subject_kind_subject_id_at_idx" ON "audit_event"("organization_id", "subject_kind", "subject_id", "at");

-- CreateIndex
CREATE INDEX "audit_event_organization_id_at_idx" ON "audit_event"("organization_id", "at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_organization_id_position_key" ON "audit_event"("organization_id", "position");

-- CreateIndex
CREATE INDEX "product_organization_id_title_id_idx" ON "product"("organization_id", "title", "id");

-- CreateIndex
CREATE INDEX "product_organization_id_updated_at_id_idx" ON "product"("organization_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "product_organization_id_sku_key" ON "product"("organization_id", "sku");

-- CreateIndex
CREATE UNIQUE INDEX "stock_location_organization_id_name_key" ON "stock_location"("organization_id", "name");

-- CreateIndex
CREATE INDEX "stock_movement_organization_id_product_id_id_idx" ON "stock_movement"("organization_id", "product_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "stock_movement_source_key" ON "stock_movement"("organization_id", "source_kind", "source_id", "source_line", "product_id", "location_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "shop_organization_id_name_key" ON "shop"("organization_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "shop_organization_id_platform_external_shop_id_key" ON "shop"("organization_id", "platform", "external_shop_id");

-- CreateIndex
CREATE INDEX "listing_organization_id_sku_idx" ON "listing"("organization_id", "sku");

-- CreateIndex
CREATE INDEX "listing_organization_id_product_id_idx" ON "listing"("organization_id", "product_id");

-- CreateIndex
CREATE UNIQUE INDEX "listing_organization_id_shop_id_external_key_key" ON "listing"("organization_id", "shop_id", "external_key");

-- CreateIndex
CREATE INDEX "listing_mapping_organization_id_listing_id_idx" ON "listing_mapping"("organization_id", "listing_id");

-- CreateIndex
CREATE INDEX "listing_mapping_organization_id_product_id_idx" ON "listing_mapping"("organization_id", "product_id");

-- CreateIndex
CREATE INDEX "orders_organization_id_placed_at_id_idx" ON "orders"("organization_id", "placed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_organization_id_outlet_id_placed_at_id_idx" ON "orders"("organization_id", "outlet_id", "placed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_organization_id_status_placed_at_id_idx" ON "orders"("organization_id", "status", "placed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_organization_id_local_day_idx" ON "orders"("organization_id", "local_day");

-- CreateIndex
CREATE UNIQUE INDEX "orders_organization_id_code_key" ON "orders"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "orders_organization_id_platform_external_code_key" ON "orders"("organization_id", "platform", "external_code");

-- CreateIndex
CREATE INDEX "order_item_organization_id_product_id_idx" ON "order_item"("organization_id", "product_id");

-- CreateIndex
CREATE INDEX "order_item_organization_id_listing_id_idx" ON "order_item"("organization_id", "listing_id");

-- CreateIndex
CREATE INDEX "order_buyer_organization_id_purge_after_idx" ON "order_buyer"("organization_id", "purge_after");

-- CreateIndex
CREATE INDEX "fee_rule_organization_id_platform_seller_type_programme_fro_idx" ON "fee_rule"("organization_id", "platform", "seller_type", "programme", "from_day");

-- CreateIndex
CREATE INDEX "expense_organization_id_due_on_id_idx" ON "expense"("organization_id", "due_on" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sales_day_delta_organization_id_day_idx" ON "sales_day_delta"("organization_id", "day");

-- CreateIndex
CREATE INDEX "product_day_delta_organization_id_day_idx" ON "product_day_delta"("organization_id", "day");

-- CreateIndex
CREATE INDEX "import_organization_id_created_at_id_idx" ON "import"("organization_id", "created_at" DESC, "id");

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "product_cost" ADD CONSTRAINT "product_cost_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "stock_level" ADD CONSTRAINT "stock_level_organization_id_location_id_fkey" FOREIGN KEY ("organization_id", "location_id") REFERENCES "stock_location"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_organization_id_location_id_fkey" FOREIGN KEY ("organization_id", "location_id") REFERENCES "stock_location"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "shop" ADD CONSTRAINT "shop_organization_id_legal_entity_id_fkey" FOREIGN KEY ("organization_id", "legal_entity_id") REFERENCES "legal_entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "listing" ADD CONSTRAINT "listing_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "listing" ADD CONSTRAINT "listing_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "listing_mapping" ADD CONSTRAINT "listing_mapping_organization_id_listing_id_fkey" FOREIGN KEY ("organization_id", "listing_id") REFERENCES "listing"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "listing_mapping" ADD CONSTRAINT "listing_mapping_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_organization_id_channel_id_fkey" FOREIGN KEY ("organization_id", "channel_id") REFERENCES "channel"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_organization_id_listing_id_fkey" FOREIGN KEY ("organization_id", "listing_id") REFERENCES "listing"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_buyer" ADD CONSTRAINT "order_buyer_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "fee_band" ADD CONSTRAINT "fee_band_organization_id_rule_id_fkey" FOREIGN KEY ("organization_id", "rule_id") REFERENCES "fee_rule"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "money_line" ADD CONSTRAINT "money_line_organization_id_order_id_fkey" FOREIGN KEY ("organization_id", "order_id") REFERENCES "orders"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "expense" ADD CONSTRAINT "expense_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "import" ADD CONSTRAINT "import_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "import_row" ADD CONSTRAINT "import_row_organization_id_import_id_fkey" FOREIGN KEY ("organization_id", "import_id") REFERENCES "import"("organization_id", "id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- ---------------------------------------------------------------- what Prisma's schema cannot say

CREATE INDEX product_title_trgm ON product USING gin (title gin_trgm_ops);
CREATE INDEX product_sku_trgm ON product USING gin ((sku::text) gin_trgm_ops);
CREATE INDEX product_barcodes ON product USING gin (barcodes);
CREATE INDEX orders_to_ship ON orders (organization_id, ship_by) WHERE status IN ('confirmed', 'processing');
CREATE INDEX listing_unmapped ON listing (organization_id, id) WHERE product_id IS NULL;
CREATE INDEX stock_level_oversold ON stock_level (organization_id, product_id) WHERE on_hand - reserved < 0;
CREATE UNIQUE INDEX stock_location_own ON stock_location (organization_id) WHERE kind = 'own';
CREATE INDEX audit_event_unsealed ON audit_event (organization_id, id) WHERE position IS NULL;

ALTER TABLE orders ADD CONSTRAINT orders_one_outlet CHECK (num_nonnulls(shop_id, channel_id) = 1 AND outlet_id = coalesce(shop_id, channel_id));
ALTER TABLE orders ADD CONSTRAINT orders_amounts CHECK (units > 0 AND revenue_cents >= 0);
ALTER TABLE order_item ADD CONSTRAINT order_item_amounts CHECK (quantity > 0 AND unit_price_cents >= 0 AND product_quantity > 0);
ALTER TABLE order_item ADD CONSTRAINT order_item_what CHECK (num_nonnulls(product_id, listing_id) >= 1);
ALTER TABLE expense ADD CONSTRAINT expense_amount CHECK (amount_cents > 0);
ALTER TABLE expense ADD CONSTRAINT expense_paid CHECK ((status = 'paid') = (paid_on IS NOT NULL));
ALTER TABLE product_cost ADD CONSTRAINT product_cost_positive CHECK (cost >= 0);
ALTER TABLE stock_level ADD CONSTRAINT stock_level_reserved CHECK (reserved >= 0);

-- ---------------------------------------------------------------- tenancy

CREATE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;

-- Time-ordered ids (UUID version 7) for rows that the database makes; servers before 18 have no uuidv7().
CREATE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

DO $$
DECLARE t text;
BEGIN
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r'
      AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id')
      AND c.relname <> 'session'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization())', t);
  END LOOP;
  -- Read across organizations by the functions below alone, which run as the owner.
  FOREACH t IN ARRAY ARRAY['organization', 'membership', 'audit_event', 'sales_day_delta', 'product_day_delta', 'order_buyer', 'idempotency'] LOOP
    EXECUTE format('CREATE POLICY directory ON %I FOR SELECT TO CURRENT_USER USING (true)', t);
  END LOOP;
END $$;

GRANT USAGE ON SCHEMA public TO mascate_app, mascate_worker;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC;
GRANT SELECT, INSERT ON
  organization, legal_entity, membership, channel, stored_file, idempotency, audit_event, product, product_cost, stock_location,
  shop, listing, listing_mapping, order_number, orders, order_item, order_buyer, order_source, fee_rule, fee_band, money_line, expense,
  sales_day_delta, product_day_delta, import, import_row
  TO mascate_app, mascate_worker;
GRANT UPDATE ON
  organization, legal_entity, membership, channel, stored_file, idempotency, product, product_cost, stock_location,
  shop, listing, listing_mapping, order_number, orders, order_item, order_buyer, order_source, fee_rule, fee_band, money_line, expense,
  import, import_row
  TO mascate_app, mascate_worker;
GRANT DELETE ON membership, product_cost, order_item, order_buyer, money_line, fee_band, import_row TO mascate_app, mascate_worker;
GRANT DELETE ON idempotency, stored_file TO mascate_worker;
GRANT SELECT ON stock_level, stock_movement, sales_day, product_day, audit_seal TO mascate_app, mascate_worker;
GRANT INSERT ON audit_seal TO mascate_worker;
GRANT UPDATE (position) ON audit_event TO mascate_worker;
GRANT INSERT, UPDATE ON sales_day, product_day TO mascate_worker;
GRANT DELETE ON sales_day_delta, product_day_delta TO mascate_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limit TO mascate_app, mascate_worker;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO mascate_app, mascate_worker;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING errcode = '42501';
END $$;
CREATE TRIGGER stock_movement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_event_no_delete BEFORE DELETE OR TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION allow_sealing_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.position IS NOT NULL OR to_jsonb(NEW) - 'position' <> to_jsonb(OLD) - 'position' THEN
    RAISE EXCEPTION 'audit_event is append-only' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_event_append_only BEFORE UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION allow_sealing_only();

-- ---------------------------------------------------------------- stock: the one function that writes the ledger

-- Books entries [{"line", "product", "location", "kind", "onHand", "reserved"}] of one source and moves the levels by what is new:
-- an entry booked before (same source, line, product, location, kind) changes nothing. Levels are locked in product, location order.
-- Unless p_allow_short, an entry that takes availability below zero raises P0001 'insufficient_stock' with {"product","available"} as detail.
-- Runs as the owner, since no other role may write levels or movements; the tenant's policy still holds (security is forced).
CREATE FUNCTION book_stock(p_source_kind text, p_source_id uuid, p_actor uuid, p_reason text, p_entries jsonb, p_allow_short boolean DEFAULT false)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_booked integer;
  v_short uuid;
  v_before bigint;
BEGIN
  IF v_org IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;

  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid)
  ORDER BY 2, 3
  ON CONFLICT DO NOTHING;

  PERFORM 1 FROM stock_level l
  WHERE l.organization_id = v_org
    AND (l.product_id, l.location_id) IN (SELECT e.product, e.location FROM jsonb_to_recordset(p_entries) AS e(product uuid, location uuid))
  ORDER BY l.product_id, l.location_id FOR UPDATE;

  WITH booked AS (
    INSERT INTO stock_movement (organization_id, product_id, location_id, kind, on_hand_delta, reserved_delta, source_kind, source_id, source_line, reason, actor_id)
    SELECT v_org, e.product, e.location, e.kind, coalesce(e."onHand", 0), coalesce(e.reserved, 0), p_source_kind, p_source_id, coalesce(e.line, 0), p_reason, p_actor
    FROM jsonb_to_recordset(p_entries) AS e(line int, product uuid, location uuid, kind "MovementKind", "onHand" bigint, reserved bigint)
    ON CONFLICT (organization_id, source_kind, source_id, source_line, product_id, location_id, kind) DO NOTHING
    RETURNING product_id, location_id, on_hand_delta, reserved_delta
  ), sums AS (
    SELECT product_id, location_id, sum(on_hand_delta)::bigint AS on_hand, sum(reserved_delta)::bigint AS reserved, count(*)::int AS n
    FROM booked GROUP BY 1, 2
  ), moved AS (
    UPDATE stock_level l SET on_hand = l.on_hand + s.on_hand, reserved = l.reserved + s.reserved
    FROM sums s
    WHERE l.organization_id = v_org AND l.product_id = s.product_id AND l.location_id = s.location_id
    RETURNING l.product_id, l.on_hand - l.reserved AS available, s.on_hand - s.reserved AS change
  )
  SELECT (SELECT coalesce(sum(n), 0) FROM sums), m.product_id, m.available - m.change AS before
  INTO v_booked, v_short, v_before
  FROM (SELECT 1) one LEFT JOIN LATERAL (
    SELECT * FROM moved WHERE available < 0 AND change < 0 ORDER BY product_id LIMIT 1
  ) m ON true;

  IF v_short IS NOT NULL AND NOT p_allow_short THEN
    RAISE EXCEPTION 'insufficient_stock' USING errcode = 'P0001',
      detail = jsonb_build_object('product', v_short, 'available', greatest(v_before, 0))::text;
  END IF;
  RETURN v_booked;
END $$;
REVOKE ALL ON FUNCTION book_stock FROM PUBLIC;
GRANT EXECUTE ON FUNCTION book_stock TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- read models: deltas in the order's transaction, folded by the worker

-- Appends what these orders count for in the roll-ups, times p_sign: −1 before an order changes, +1 after.
-- Valid orders (neither pending nor cancelled) count as sales; a day is the day the order was placed, in the organization's zone.
CREATE FUNCTION append_order_deltas(p_orders uuid[], p_sign integer) RETURNS void LANGUAGE sql SET search_path = public AS $$
  WITH o AS (
    SELECT *, status NOT IN ('pending', 'cancelled') AS valid
    FROM orders WHERE organization_id = current_organization() AND id = ANY (p_orders)
  ), i AS (
    SELECT o.local_day, o.outlet_id, o.platform, i.order_id, coalesce(i.product_id, i.listing_id) AS item_key, i.product_id IS NOT NULL AS mapped,
      i.quantity, i.subtotal_cents, i.unit_cost * i.quantity * i.product_quantity AS cost
    FROM o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id
    WHERE o.valid
  ), by_order AS (
    SELECT order_id, sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL) AS with_cost, sum(cost) AS cost FROM i GROUP BY 1
  ), days AS (
    INSERT INTO sales_day_delta (organization_id, day, outlet_id, platform, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost)
    SELECT current_organization(), o.local_day, o.outlet_id, o.platform, p_sign * count(*),
      p_sign * count(*) FILTER (WHERE status = 'pending'), p_sign * count(*) FILTER (WHERE status = 'confirmed'),
      p_sign * count(*) FILTER (WHERE status = 'processing'), p_sign * count(*) FILTER (WHERE status = 'shipped'),
      p_sign * count(*) FILTER (WHERE status = 'delivered'), p_sign * count(*) FILTER (WHERE status = 'cancelled'),
      p_sign * coalesce(sum(o.units) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE status = 'cancelled'), 0),
      p_sign * coalesce(sum(o.fees_charged_cents) FILTER (WHERE valid), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(o.fees_estimated_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL), 0),
      p_sign * coalesce(sum(o.revenue_cents) FILTER (WHERE valid AND o.fees_charged_cents IS NULL AND o.fees_estimated_cents IS NOT NULL), 0),
      p_sign * coalesce(sum(b.with_cost), 0), p_sign * coalesce(sum(b.cost), 0)
    FROM o LEFT JOIN by_order b ON b.order_id = o.id
    GROUP BY 2, 3, 4
  )
  INSERT INTO product_day_delta (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost)
  SELECT current_organization(), local_day, item_key, outlet_id, mapped, p_sign * sum(quantity), p_sign * sum(subtotal_cents),
    p_sign * coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0), p_sign * coalesce(sum(cost), 0)
  FROM i GROUP BY 2, 3, 4, 5
$$;

-- Folds up to p_limit appended deltas of the tenant into sales_day and product_day; readers add both, so nothing changes for them.
CREATE FUNCTION fold_sales(p_limit integer) RETURNS integer LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  v_org uuid := current_organization();
  v_sales integer;
  v_products integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || v_org, 0));
  WITH taken AS (
    DELETE FROM sales_day_delta WHERE organization_id = v_org
      AND id IN (SELECT id FROM sales_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit)
    RETURNING *
  ), folded AS (
    INSERT INTO sales_day AS d (organization_id, day, outlet_id, platform, orders, pending, confirmed, processing, shipped, delivered, cancelled,
      units, gross_cents, cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents, revenue_with_cost_cents, cost)
    SELECT v_org, day, outlet_id, platform, sum(orders), sum(pending), sum(confirmed), sum(processing), sum(shipped), sum(delivered), sum(cancelled),
      sum(units), sum(gross_cents), sum(cancelled_cents), sum(fees_charged_cents), sum(gross_charged_cents), sum(fees_estimated_cents), sum(gross_estimated_cents),
      sum(revenue_with_cost_cents), sum(cost)
    FROM taken GROUP BY day, outlet_id, platform ORDER BY day, outlet_id
    ON CONFLICT (organization_id, day, outlet_id) DO UPDATE SET
      orders = d.orders + excluded.orders, pending = d.pending + excluded.pending, confirmed = d.confirmed + excluded.confirmed,
      processing = d.processing + excluded.processing, shipped = d.shipped + excluded.shipped, delivered = d.delivered + excluded.delivered,
      cancelled = d.cancelled + excluded.cancelled, units = d.units + excluded.units, gross_cents = d.gross_cents + excluded.gross_cents,
      cancelled_cents = d.cancelled_cents + excluded.cancelled_cents, fees_charged_cents = d.fees_charged_cents + excluded.fees_charged_cents,
      gross_charged_cents = d.gross_charged_cents + excluded.gross_charged_cents, fees_estimated_cents = d.fees_estimated_cents + excluded.fees_estimated_cents,
      gross_estimated_cents = d.gross_estimated_cents + excluded.gross_estimated_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost
  )
  SELECT count(*) INTO v_sales FROM taken;
  WITH taken AS (
    DELETE FROM product_day_delta WHERE organization_id = v_org
      AND id IN (SELECT id FROM product_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit)
    RETURNING *
  ), folded AS (
    INSERT INTO product_day AS d (organization_id, day, item_key, outlet_id, mapped, units, revenue_cents, revenue_with_cost_cents, cost)
    SELECT v_org, day, item_key, outlet_id, mapped, sum(units), sum(revenue_cents), sum(revenue_with_cost_cents), sum(cost)
    FROM taken GROUP BY day, item_key, outlet_id, mapped ORDER BY day, item_key, outlet_id
    ON CONFLICT (organization_id, day, item_key, outlet_id) DO UPDATE SET
      units = d.units + excluded.units, revenue_cents = d.revenue_cents + excluded.revenue_cents,
      revenue_with_cost_cents = d.revenue_with_cost_cents + excluded.revenue_with_cost_cents, cost = d.cost + excluded.cost
  )
  SELECT count(*) INTO v_products FROM taken;
  RETURN v_sales + v_products;
END $$;
REVOKE ALL ON FUNCTION fold_sales FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_sales TO mascate_worker;

-- Which organizations wait for the worker. As the owner: the one place that looks across tenants.
CREATE FUNCTION list_organizations_with_work() RETURNS TABLE (organization_id uuid, unsealed boolean, unfolded boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.organization_id,
    EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = o.organization_id AND e.position IS NULL),
    EXISTS (SELECT 1 FROM sales_day_delta d WHERE d.organization_id = o.organization_id)
      OR EXISTS (SELECT 1 FROM product_day_delta d WHERE d.organization_id = o.organization_id)
  FROM organization o
  WHERE EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = o.organization_id AND e.position IS NULL)
    OR EXISTS (SELECT 1 FROM sales_day_delta d WHERE d.organization_id = o.organization_id)
    OR EXISTS (SELECT 1 FROM product_day_delta d WHERE d.organization_id = o.organization_id)
$$;
-- Which organizations hold what has passed its term: buyers' data and answered idempotency keys.
CREATE FUNCTION list_organizations_with_expired() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM order_buyer WHERE purge_after < now()
  UNION SELECT organization_id FROM idempotency WHERE expires_at < now()
$$;
REVOKE ALL ON FUNCTION list_organizations_with_work, list_organizations_with_expired FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_organizations_with_work, list_organizations_with_expired TO mascate_worker;

-- Adds a background job in the caller's transaction. The queue's own schema is closed to the app's role.
CREATE FUNCTION enqueue_job(p_task text, p_payload json, p_key text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    job_key => p_key, max_attempts => 10);
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO mascate_app, mascate_worker;

-- ---------------------------------------------------------------- users and sessions: global, by named functions only

CREATE FUNCTION create_user(p_id uuid, p_email citext, p_display_name text, p_password_hash text, p_language text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO app_user (id, email, display_name, password_hash, language) VALUES (p_id, p_email, p_display_name, p_password_hash, p_language)
    ON CONFLICT (email) DO NOTHING RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;

CREATE FUNCTION get_user_by_email(p_email citext) RETURNS TABLE (id uuid, email text, verified_at timestamptz, password_hash text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id, email::text, verified_at, password_hash, display_name, language FROM app_user WHERE email = p_email
$$;

CREATE FUNCTION list_user_organizations(p_user uuid) RETURNS TABLE (organization_id uuid, name text, role "Role")
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.organization_id, o.name, m.role FROM membership m JOIN organization o ON o.organization_id = m.organization_id
  WHERE m.user_id = p_user ORDER BY m.created_at, m.organization_id
$$;

CREATE FUNCTION set_user_preferences(p_user uuid, p_language text, p_theme text, p_color_scheme text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE app_user SET language = coalesce(p_language, language), theme = coalesce(p_theme, theme), color_scheme = coalesce(p_color_scheme, color_scheme)
  WHERE id = p_user
$$;

-- Opens a session in the user's first organization. The caller keeps the id; the table has only its hash.
CREATE FUNCTION open_session(p_id uuid, p_hash bytea, p_user uuid, p_expires timestamptz, p_device text, p_network text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH made AS (
    INSERT INTO session (id, hash, user_id, organization_id, expires_at, device, network)
    SELECT p_id, p_hash, u.id,
      (SELECT m.organization_id FROM membership m WHERE m.user_id = u.id ORDER BY m.created_at, m.organization_id LIMIT 1), p_expires, p_device, p_network
    FROM app_user u WHERE u.id = p_user AND u.verified_at IS NOT NULL
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM made)
$$;

-- The member behind a session: nothing when it ended, passed its absolute term or idled for 12 h. Last use is kept to the minute.
CREATE FUNCTION get_session_member(p_hash bytea) RETURNS TABLE (
  session_id uuid, user_id uuid, email text, display_name text, avatar_file_id uuid, language text, theme text, color_scheme text,
  organization_id uuid, organization_name text, time_zone text, role "Role")
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE session s SET last_seen_at = now()
  WHERE s.hash = p_hash AND s.ended_at IS NULL AND s.last_seen_at < now() - interval '1 minute' AND s.last_seen_at > now() - interval '12 hours';
  RETURN QUERY
  SELECT s.id, u.id, u.email::text, u.display_name, u.avatar_file_id, u.language, u.theme, u.color_scheme, o.organization_id, o.name, o.time_zone, m.role
  FROM session s
  JOIN app_user u ON u.id = s.user_id
  LEFT JOIN membership m ON m.user_id = s.user_id AND m.organization_id = s.organization_id
  LEFT JOIN organization o ON o.organization_id = m.organization_id
  WHERE s.hash = p_hash AND s.ended_at IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '12 hours';
END $$;

CREATE FUNCTION end_session(p_hash bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE session SET ended_at = now() WHERE hash = p_hash AND ended_at IS NULL
$$;

CREATE FUNCTION switch_session_organization(p_hash bytea, p_organization uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH moved AS (
    UPDATE session s SET organization_id = p_organization
    WHERE s.hash = p_hash AND s.ended_at IS NULL
      AND EXISTS (SELECT 1 FROM membership m WHERE m.user_id = s.user_id AND m.organization_id = p_organization)
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM moved)
$$;

CREATE FUNCTION create_verification(p_hash bytea, p_user uuid, p_purpose "VerificationPurpose", p_new_email citext, p_expires timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE verification SET used_at = now() WHERE user_id = p_user AND purpose = p_purpose AND used_at IS NULL;
  INSERT INTO verification (hash, user_id, purpose, new_email, expires_at) VALUES (p_hash, p_user, p_purpose, p_new_email, p_expires)
$$;

-- Uses a confirmation link once; answers the user it confirmed, or nothing.
CREATE FUNCTION confirm_email(p_hash bytea) RETURNS TABLE (user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (
    UPDATE verification SET used_at = now()
    WHERE hash = p_hash AND purpose = 'confirm' AND used_at IS NULL AND expires_at > now() RETURNING user_id
  ) UPDATE app_user u SET verified_at = coalesce(u.verified_at, now()) FROM used WHERE u.id = used.user_id RETURNING u.id
$$;

REVOKE ALL ON FUNCTION create_user, get_user_by_email, list_user_organizations, set_user_preferences, open_session, get_session_member, end_session,
  switch_session_organization, create_verification, confirm_email FROM PUBLIC;
GRANT EXECUTE ON FUNCTION create_user, get_user_by_email, list_user_organizations, set_user_preferences, open_session, get_session_member, end_session,
  switch_session_organization, create_verification, confirm_email TO mascate_app;
