-- no transaction
-- Fees of advances are summed by day. Alone in its file: it is made beside the work.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "early_payout_organization_id_shop_id_at_idx" ON "early_payout"("organization_id", "shop_id", "at");
