-- Orders with the name of a customer or a note, which are forgotten in time.
CREATE INDEX orders_with_words ON orders (organization_id, placed_at) WHERE customer_name IS NOT NULL OR note IS NOT NULL OR platform_note IS NOT NULL;
DROP INDEX orders_named;
