-- In SQL by fold_sales. Called by fold_sales, which holds the lock. Folds up to p_limit rows of appended money into the days of its
-- kinds; answers how many it took.
CREATE OR REPLACE FUNCTION fold_money_days(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  WITH taken AS (
    DELETE FROM money_day_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM money_day_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), days AS (
    INSERT INTO money_day AS d (organization_id, day, outlet_id, kind, basis, orders, amount_cents)
    SELECT v_org, day, outlet_id, kind, basis, sum(orders), sum(amount_cents)
    FROM taken GROUP BY day, outlet_id, kind, basis ORDER BY day, outlet_id, kind, basis
    ON CONFLICT (organization_id, day, outlet_id, kind, basis) DO UPDATE SET
      orders = d.orders + excluded.orders, amount_cents = d.amount_cents + excluded.amount_cents
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_money_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_money_days TO mascate_worker;
