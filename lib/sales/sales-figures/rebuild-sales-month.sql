-- Called by lib/insight/data-checks/repairs/sales.ts. Makes a month's roll-ups from its orders. Call it in a transaction of one moment: what is
-- appended meanwhile then stays beside it. The months of products go to zero and come back, so that quarters and years follow by their
-- triggers.
CREATE OR REPLACE FUNCTION rebuild_sales_month(p_month date) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_end constant date := (p_month + interval '1 month')::date;
  v_day date;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_sales:' || v_org, 0));
  DELETE FROM sales_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM money_day_delta WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_hour WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM sales_state WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  DELETE FROM product_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  UPDATE product_month SET units = 0, physical_units = 0, revenue_cents = 0, deductions_cents = 0, packaging_cents = 0,
    revenue_with_cost_cents = 0, cost = 0 WHERE organization_id = v_org AND month = p_month;
  DELETE FROM money_day WHERE organization_id = v_org AND day >= p_month AND day < v_end;
  FOR v_day IN SELECT DISTINCT local_day FROM orders WHERE organization_id = v_org AND local_day >= p_month AND local_day < v_end LOOP
    PERFORM append_order_deltas(array(SELECT id FROM orders WHERE organization_id = v_org AND local_day = v_day), 1);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rebuild_sales_month FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION rebuild_sales_month TO mascate_worker;
