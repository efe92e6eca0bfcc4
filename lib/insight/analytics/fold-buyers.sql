-- Called by lib/worker/tasks/maintenance.ts. Folds up to p_limit appended rows: those buyers leave their cohorts as they were and enter them
-- as they are now. The rows are a range of the key, not a list that each row is compared with. Answers how many it took.
CREATE OR REPLACE FUNCTION fold_buyers(p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_taken integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('fold_buyers:' || v_org, 0));
  WITH taken AS (
    DELETE FROM buyer_delta WHERE organization_id = v_org
      AND id <= (SELECT max(id) FROM (SELECT id FROM buyer_delta WHERE organization_id = v_org ORDER BY id LIMIT p_limit) first)
    RETURNING *
  ), change AS MATERIALIZED (
    SELECT outlet_id, buyer_key, month, sum(orders)::bigint AS orders, sum(revenue_cents)::bigint AS revenue FROM taken
    GROUP BY 1, 2, 3 HAVING sum(orders) <> 0 OR sum(revenue_cents) <> 0
  ), months AS (
    INSERT INTO buyer_month AS m (organization_id, outlet_id, buyer_key, month, orders, revenue_cents)
    SELECT v_org, outlet_id, buyer_key, month, orders, revenue FROM change ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, outlet_id, buyer_key, month) DO UPDATE SET
      orders = m.orders + excluded.orders, revenue_cents = m.revenue_cents + excluded.revenue_cents
  ), before AS MATERIALIZED (
    SELECT m.outlet_id, m.buyer_key, m.month, m.orders, m.revenue_cents AS revenue
    FROM (SELECT DISTINCT outlet_id, buyer_key FROM change) b
    JOIN buyer_month m ON m.organization_id = v_org AND m.outlet_id = b.outlet_id AND m.buyer_key = b.buyer_key
  ), after AS (
    SELECT outlet_id, buyer_key, month, sum(orders) AS orders, sum(revenue) AS revenue
    FROM (SELECT * FROM before UNION ALL SELECT * FROM change) a GROUP BY 1, 2, 3
  ), moved AS (
    SELECT outlet_id, min(month) OVER (PARTITION BY outlet_id, buyer_key) AS first_month, month, -1 AS buyers, -orders AS orders, -revenue AS revenue
    FROM before WHERE orders > 0
    UNION ALL
    SELECT outlet_id, min(month) OVER (PARTITION BY outlet_id, buyer_key), month, 1, orders, revenue FROM after WHERE orders > 0
  ), cohorts AS (
    INSERT INTO cohort_month AS c (organization_id, outlet_id, first_month, month, buyers, orders, revenue_cents)
    SELECT v_org, outlet_id, first_month, month, sum(buyers), sum(orders), sum(revenue) FROM moved
    GROUP BY 2, 3, 4 HAVING sum(buyers) <> 0 OR sum(orders) <> 0 OR sum(revenue) <> 0 ORDER BY 2, 3, 4
    ON CONFLICT (organization_id, first_month, month, outlet_id) DO UPDATE SET
      buyers = c.buyers + excluded.buyers, orders = c.orders + excluded.orders, revenue_cents = c.revenue_cents + excluded.revenue_cents
  )
  SELECT count(*) INTO v_taken FROM taken;
  RETURN v_taken;
END $$;
REVOKE ALL ON FUNCTION fold_buyers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION fold_buyers TO mascate_worker;
