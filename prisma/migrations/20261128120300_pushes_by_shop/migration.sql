-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "push_inbox_external_shop_id_received_at_idx" ON "push_inbox"("external_shop_id", "received_at");
