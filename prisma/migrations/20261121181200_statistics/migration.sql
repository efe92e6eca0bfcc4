-- As before, for all that a first import or a shop's history fills. Without it the planner takes a new company's packages for one row
-- and reads all of them once per order.
CREATE OR REPLACE FUNCTION refresh_import_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE orders, order_item, order_source, order_buyer, money_line, listing, listing_mapping, product, import_row, sales_day_delta, product_day_delta,
    package, package_item, order_return, return_item, sync_failure, stock_level, stock_movement;
END $$;
