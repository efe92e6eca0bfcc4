-- Called by lib/connect/order-imports/apply-import.ts, lib/connect/sync/inbound/sync-history.ts. Tells the planner of what an import has filled: to statistics of an hour
-- ago a new company has no rows at all. Runs as the owner, who alone may. A table that somebody else analyses at the moment is left out
-- instead of waited for.
CREATE OR REPLACE FUNCTION refresh_import_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE (SKIP_LOCKED) orders, order_item, order_source, order_buyer, money_line, listing, listing_mapping, product, import_row, sales_day_delta,
    product_day_delta, package, package_item, order_return, return_item, sync_failure, stock_level, stock_movement;
  -- What a batch has left beside the index of words makes a small company's searches look dear to the planner.
  PERFORM gin_clean_pending_list('order_list_words');
END $$;
REVOKE ALL ON FUNCTION refresh_import_statistics FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION refresh_import_statistics TO mascate_worker;
