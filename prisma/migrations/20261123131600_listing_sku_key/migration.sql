-- One listing by all of its SKU. A column, as the product has: under row-level security no index answers for lower().
ALTER TABLE listing ADD COLUMN sku_key text GENERATED ALWAYS AS (lower(sku::text)) STORED;
CREATE INDEX listing_sku_key ON listing (organization_id, sku_key);
