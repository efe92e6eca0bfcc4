-- Under row-level security only leakproof operators become conditions of an index (docs/decisions/001-tenancy.md). What can never
-- serve goes; what a list needs is told in texts, numbers, days and the predicates of partial indexes.
DROP INDEX "orders_organization_id_status_placed_at_id_idx";
DROP INDEX "product_organization_id_title_id_idx";
DROP INDEX "listing_organization_id_sku_idx";
DROP INDEX product_title_trgm, product_sku_trgm, product_barcodes, stock_level_oversold;

-- The beginning of an order's code, or of the marketplace's, is a range in the order of bytes.
DROP INDEX orders_code_prefix;
CREATE INDEX orders_code_prefix ON orders (organization_id, code COLLATE "C");
CREATE INDEX orders_external_code_prefix ON orders (organization_id, external_code COLLATE "C");

-- Orders on their way to the buyer are few among those delivered.
CREATE INDEX orders_unfinished ON orders (organization_id, placed_at DESC, id DESC)
  WHERE status IN ('pending', 'confirmed', 'processing', 'shipped');
CREATE INDEX expense_pending ON expense (organization_id, due_on, id) WHERE status = 'pending' AND voided_at IS NULL;

-- What a search compares, folded once when a row is written; and the SKU as a text, which an index may compare.
CREATE FUNCTION product_words(sku text, title text, barcodes text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT public.search_text(concat_ws(' ', sku, title, array_to_string(barcodes, ' '))) $$;
ALTER TABLE product
  ADD COLUMN sku_key text GENERATED ALWAYS AS (lower(sku::text)) STORED,
  ADD COLUMN words text GENERATED ALWAYS AS (product_words(sku::text, title, barcodes)) STORED;
CREATE INDEX product_sku_key ON product (organization_id, sku_key);
ALTER TABLE expense
  ADD COLUMN words text GENERATED ALWAYS AS (search_text(description || ' ' || coalesce(category, ''))) STORED;
