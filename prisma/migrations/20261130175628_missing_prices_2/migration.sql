-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS order_item_price_missing ON order_item (organization_id, order_id) WHERE price_missing;
