-- In SQL by add_channel_sale, change_channel_sale. Raises P0001 product_not_found, with its SKU, where one of a sale's items [{sku}] is
-- of no product that is sold.
CREATE OR REPLACE FUNCTION require_sale_products(p_items jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_sku text;
BEGIN
  SELECT x.sku INTO v_sku FROM jsonb_to_recordset(p_items) AS x(sku text)
  LEFT JOIN product p ON p.organization_id = current_organization() AND p.sku_key = lower(x.sku) AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = v_sku; END IF;
END $$;
REVOKE ALL ON FUNCTION require_sale_products FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION require_sale_products TO mascate_worker;
