-- In SQL by write_marketplace_orders. Locks the orders of these codes in the order of their ids, and answers the rows that are to be
-- written, the id of each one's order, and which of those orders were known. Unchanged, older and other shops' rows are left out, and
-- rows that the platform's own data exceeds.
CREATE OR REPLACE FUNCTION judge_marketplace_orders(
  p_shop uuid, p_source "OrderSourceKind", p_rows staged_order[], OUT rows staged_order[], OUT orders uuid[], OUT changed uuid[]
)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_api constant boolean := p_source = 'api';
  v_codes text[];
  v_known uuid[];
  v_shops uuid[];
BEGIN
  -- Known orders, listings and products are looked up all at once: a company that the statistics do not know yet would be looked
  -- through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_known, v_shops FROM (
    SELECT external_code, id, shop_id FROM orders WHERE organization_id = v_org AND platform = 'shopee'
      AND external_code = ANY (array(SELECT r.code FROM unnest(p_rows) r))
    ORDER BY id FOR UPDATE) o;

  WITH source AS MATERIALIZED (
    SELECT s.order_id, s.source, s.fields_hash, s.as_of, s.stage FROM order_source s
    WHERE s.organization_id = v_org AND s.order_id = ANY (v_known)
  ), judged AS MATERIALIZED (
    SELECT r.number, o.id AS known, (r.payload->>'asOf')::timestamptz AS as_of, CASE
      WHEN o.id IS NULL THEN 'new'
      WHEN o.shop IS DISTINCT FROM p_shop AND (NOT v_api OR a.order_id IS NOT NULL) THEN 'otherShop'
      WHEN NOT v_api AND a.order_id IS NOT NULL THEN 'api'
      WHEN s.order_id IS NULL THEN 'changed'
      WHEN s.fields_hash = r.hash THEN 'same'
      WHEN NOT v_api AND (r.payload->>'stage')::int < s.stage THEN 'older'
      WHEN (v_api OR (r.payload->>'stage')::int = s.stage) AND (r.payload->>'asOf')::timestamptz < s.as_of THEN 'older'
      ELSE 'changed' END AS verdict
    FROM unnest(p_rows) r
    LEFT JOIN unnest(v_codes, v_known, v_shops) AS o(code, id, shop) ON o.code = r.code
    LEFT JOIN source s ON s.order_id = o.id AND s.source = p_source
    LEFT JOIN source a ON a.order_id = o.id AND a.source = 'api'
  ), heard AS (
    -- The same again, only later: what is older than that is known as such from now on.
    UPDATE order_source s SET as_of = j.as_of FROM judged j
    WHERE j.verdict = 'same' AND s.organization_id = v_org AND s.order_id = j.known AND s.source = p_source AND s.as_of < j.as_of
  ), chosen AS (
    SELECT r, j.known, coalesce(j.known, uuid_v7()) AS id FROM judged j JOIN unnest(p_rows) r ON r.number = j.number
    WHERE j.verdict IN ('new', 'changed')
  )
  SELECT array_agg(c.r ORDER BY (c.r).number), array_agg(c.id ORDER BY (c.r).number), array_agg(c.known) FILTER (WHERE c.known IS NOT NULL)
  INTO rows, orders, changed FROM chosen c;
  rows := coalesce(rows, '{}');
  orders := coalesce(orders, '{}');
  changed := coalesce(changed, '{}');
END $$;
REVOKE ALL ON FUNCTION judge_marketplace_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_marketplace_orders TO mascate_worker;
