-- In generated columns of product, expense and supplier. The text that a search compares, folded once when a row is written; and the SKU as
-- a text, which an index may compare.
CREATE OR REPLACE FUNCTION product_words(sku text, title text, barcodes text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT public.search_text(concat_ws(' ', sku, title, array_to_string(barcodes, ' '))) $$;
