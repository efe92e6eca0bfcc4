-- What reports tell of an order's fees beside its income: the parts of the service fee, and what affiliates cost. Told, and summed nowhere.
CREATE TABLE "order_fee_detail" (
    "organization_id" UUID NOT NULL,
    "shop_id" UUID NOT NULL,
    "external_code" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "part" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "state" TEXT,

    CONSTRAINT "order_fee_detail_pkey" PRIMARY KEY ("organization_id","shop_id","external_code","report","part")
);

-- AddForeignKey
ALTER TABLE "order_fee_detail" ADD CONSTRAINT "order_fee_detail_organization_id_shop_id_fkey" FOREIGN KEY ("organization_id", "shop_id") REFERENCES "shop"("organization_id", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE order_fee_detail ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_fee_detail FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON order_fee_detail USING (organization_id = current_organization()) WITH CHECK (organization_id = current_organization());
CREATE POLICY entity ON order_fee_detail AS RESTRICTIVE FOR SELECT TO mascate_app, mascate_worker USING (
  CASE WHEN (SELECT visible_outlets()) IS NULL THEN true ELSE coalesce(shop_id = ANY ((SELECT visible_outlets())::uuid[]), false) END);
GRANT SELECT ON order_fee_detail TO mascate_app, mascate_worker;
GRANT INSERT, UPDATE ON order_fee_detail TO mascate_worker;
