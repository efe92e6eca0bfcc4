-- What a shop's statistics say of a listing over the days of a file; a figure that the file does not tell is none.
CREATE TABLE "listing_stat" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "item_id" TEXT NOT NULL,
    "from_day" DATE NOT NULL,
    "to_day" DATE NOT NULL,
    "title" TEXT NOT NULL,
    "sku" TEXT,
    "visitors" INTEGER,
    "impressions" INTEGER,
    "clicks" INTEGER,
    "cart_units" INTEGER,
    "units" INTEGER,
    "conversion_bp" INTEGER,
    "sales_cents" BIGINT,

    CONSTRAINT "listing_stat_pkey" PRIMARY KEY ("organization_id","shop_id","to_day","from_day","item_id")
);

-- AddForeignKey
ALTER TABLE "listing_stat" ADD CONSTRAINT "listing_stat_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE listing_stat ENABLE ROW LEVEL SECURITY;
ALTER TABLE listing_stat FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON listing_stat USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON listing_stat AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT ON listing_stat TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE ON listing_stat TO mascate_worker;
