-- Called by lib/worker/tasks/maintenance.ts. Folds up to p_limit appended rows of each kind into the roll-ups; what a reader adds up stays the
-- same. Those of one company take turns (an advisory lock). Answers how many rows it took.
CREATE OR REPLACE FUNCTION fold_sales(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || current_organization(), 0));
  RETURN fold_sales_days(p_limit) + fold_product_days(p_limit) + fold_money_days(p_limit);
END $$;
REVOKE ALL ON FUNCTION fold_sales FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_sales TO mascate_worker;
