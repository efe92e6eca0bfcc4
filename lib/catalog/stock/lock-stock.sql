-- Called by lib/catalog/mapping/make-products.ts, lib/catalog/mapping/undo-products.ts, lib/catalog/purchases/receive-purchase.ts,
-- lib/catalog/stock/adjust-stock.ts, lib/connect/catalogue-sheets/known-products.ts. In SQL by keep_fifo_cost, lock_order_stock,
-- reserve_order_stock, book_stock_count, apply_catalogue_batch. Locks the own levels of these products in product order (making those
-- that are missing) until the transaction ends, so that what is looked at is what is booked. Runs as the owner, since no other role may
-- write levels; the tenant's policy still holds.
CREATE OR REPLACE FUNCTION lock_stock(p_products uuid[]) RETURNS TABLE (product_id uuid, location_id uuid, on_hand bigint, reserved bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_own uuid := (SELECT id FROM stock_location WHERE organization_id = v_org AND kind = 'own');
BEGIN
  INSERT INTO stock_level (organization_id, product_id, location_id)
  SELECT DISTINCT v_org, p, v_own FROM unnest(p_products) p ORDER BY 2
  ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT s.product_id, s.location_id, s.on_hand, s.reserved FROM stock_level s
    WHERE s.organization_id = v_org AND s.product_id = ANY (p_products) AND s.location_id = v_own
    ORDER BY s.product_id FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION lock_stock FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION lock_stock TO mascate_app, mascate_worker;
