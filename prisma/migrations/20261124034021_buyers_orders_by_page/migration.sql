-- The orders of one buyer page by page, newest first: a page is found without looking through those before it.
DROP INDEX orders_buyer_key;
CREATE INDEX orders_buyer_key ON orders (organization_id, buyer_key, placed_at DESC, id DESC) WHERE buyer_key IS NOT NULL;
DROP INDEX orders_customer;
CREATE INDEX orders_customer ON orders (organization_id, customer_name, placed_at DESC, id DESC) WHERE customer_name IS NOT NULL;
