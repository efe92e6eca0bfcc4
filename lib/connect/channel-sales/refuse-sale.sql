-- In SQL by apply_sales_batch. Refuses a row of a sheet of sales for the raised error, with its subject: a short product by its SKU and
-- its remaining stock.
CREATE OR REPLACE FUNCTION refuse_sale(p_import uuid, p_number integer, p_error text, p_detail text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_detail text := p_detail;
BEGIN
  IF p_error = 'insufficient_stock' THEN
    SELECT p.sku || ': ' || (p_detail::jsonb->>'available') INTO v_detail FROM product p
    WHERE p.organization_id = current_organization() AND p.id = (p_detail::jsonb->>'product')::uuid;
  END IF;
  PERFORM refuse_sheet_row(p_import, p_number, CASE p_error WHEN 'insufficient_stock' THEN 'insufficientStock' WHEN 'channel_not_found' THEN 'channelGone'
    WHEN 'sale_gone' THEN 'changedSince' ELSE 'skuUnknown' END, v_detail);
END $$;
REVOKE ALL ON FUNCTION refuse_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refuse_sale TO mascate_worker;
