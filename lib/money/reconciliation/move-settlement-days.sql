-- In SQL by move_import_orders, write_settlements. Called by write_settlements, before it writes these rows (as there, with the
-- settlement's id): the totals of days by state and by cause lose what the settlements said and gain what they say now.
CREATE OR REPLACE FUNCTION move_settlement_days(p_rows jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org constant uuid := current_organization();
BEGIN
  WITH r AS (SELECT * FROM jsonb_to_recordset(p_rows) AS x(id uuid, shop uuid, day date, state "SettlementState", expected bigint, released bigint,
    adjusted bigint, difference bigint, explained bigint, unexplained bigint)),
  moved AS (
    SELECT s.local_day AS day, s.shop_id AS shop, s.state, -1 AS orders, -coalesce(s.expected_cents, 0) AS expected, -coalesce(s.released_cents, 0) AS released,
      -s.adjusted_cents AS adjusted, -s.difference_cents AS difference, -s.explained_cents AS explained, -s.unexplained_cents AS unexplained
    FROM settlement s WHERE s.organization_id = v_org AND s.id = ANY (array(SELECT r.id FROM r))
    UNION ALL
    SELECT r.day, r.shop, r.state, 1, coalesce(r.expected, 0), coalesce(r.released, 0), r.adjusted, r.difference, r.explained, r.unexplained FROM r
  )
  INSERT INTO settlement_day AS d (organization_id, day, shop_id, state, orders, expected_cents, released_cents, adjusted_cents, difference_cents, explained_cents,
    unexplained_cents)
  SELECT v_org, m.day, m.shop, m.state, sum(m.orders), sum(m.expected), sum(m.released), sum(m.adjusted), sum(m.difference), sum(m.explained), sum(m.unexplained)
  FROM moved m GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, day, shop_id, state) DO UPDATE SET orders = d.orders + excluded.orders, expected_cents = d.expected_cents + excluded.expected_cents,
    released_cents = d.released_cents + excluded.released_cents, adjusted_cents = d.adjusted_cents + excluded.adjusted_cents,
    difference_cents = d.difference_cents + excluded.difference_cents, explained_cents = d.explained_cents + excluded.explained_cents,
    unexplained_cents = d.unexplained_cents + excluded.unexplained_cents;

  WITH r AS (SELECT * FROM jsonb_to_recordset(p_rows) AS x(id uuid, shop uuid, day date, causes jsonb)),
  moved AS (
    SELECT s.local_day AS day, s.shop_id AS shop, c.cause, -1 AS orders, -c.amount_cents AS amount
    FROM discrepancy c JOIN settlement s ON s.organization_id = v_org AND s.id = c.settlement_id
    WHERE c.organization_id = v_org AND c.settlement_id = ANY (array(SELECT r.id FROM r))
    UNION ALL
    SELECT r.day, r.shop, c.cause, 1, c.amount FROM r, jsonb_to_recordset(r.causes) AS c(cause "DiscrepancyCause", amount bigint)
  )
  INSERT INTO discrepancy_day AS d (organization_id, day, shop_id, cause, orders, amount_cents)
  SELECT v_org, m.day, m.shop, m.cause, sum(m.orders), sum(m.amount) FROM moved m GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
  ON CONFLICT (organization_id, day, shop_id, cause) DO UPDATE SET orders = d.orders + excluded.orders, amount_cents = d.amount_cents + excluded.amount_cents;
END $$;
REVOKE ALL ON FUNCTION move_settlement_days FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION move_settlement_days TO mascate_worker;
