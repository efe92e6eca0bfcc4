-- Visitors and conversion of a shop by day, as its statistics tell them; a figure that a file does not tell is none.
CREATE TABLE "shop_day_stat" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "basis" TEXT NOT NULL,
    "visitors" INTEGER,
    "clicks" INTEGER,
    "orders" INTEGER,
    "buyers" INTEGER,
    "conversion_bp" INTEGER,
    "sales_cents" BIGINT,
    "cancelled_cents" BIGINT,
    "refunded_cents" BIGINT,

    CONSTRAINT "shop_day_stat_pkey" PRIMARY KEY ("organization_id","shop_id","day","basis")
);

-- AddForeignKey
ALTER TABLE "shop_day_stat" ADD CONSTRAINT "shop_day_stat_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE shop_day_stat ENABLE ROW LEVEL SECURITY;
ALTER TABLE shop_day_stat FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON shop_day_stat USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON shop_day_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT ON shop_day_stat TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE ON shop_day_stat TO mascate_worker;
