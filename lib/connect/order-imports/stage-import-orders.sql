-- Called by lib/connect/order-imports/stage-orders.ts. Stages orders [{number, code, hash, payload}] and failed rows (payload with
-- "problems"); the same number again replaces, if it is the same order's. Statements for each row are planned once for a connection.
CREATE OR REPLACE FUNCTION stage_import_orders(p_import uuid, p_orders jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_shop uuid;
  v_codes text[];
  v_orders uuid[];
  v_shops uuid[];
  v_staged integer;
BEGIN
  SELECT shop_id INTO v_shop FROM import WHERE organization_id = v_org AND id = p_import AND state = 'checking';
  IF NOT FOUND THEN RETURN -1; END IF;
  -- Known orders are looked up all at once: a company that the statistics do not know yet would be looked through once per order.
  SELECT array_agg(o.external_code), array_agg(o.id), array_agg(o.shop_id) INTO v_codes, v_orders, v_shops
  FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee'
    AND o.external_code = ANY (array(SELECT x.code FROM jsonb_to_recordset(p_orders) AS x(code text)));
  -- From here on planned once: what judges an order, and each row's foreign key, would be planned for each row.
  PERFORM set_config('plan_cache_mode', 'auto', true);
  INSERT INTO import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
  SELECT v_org, p_import, x.number, x.code, x.payload, decode(x.hash, 'hex'),
    CASE WHEN x.payload ? 'problems' THEN 'failed'
      WHEN o.id IS NULL AND EXISTS (SELECT 1 FROM channel_sale s WHERE s.organization_id = v_org AND s.number = x.code) THEN 'changed'
      WHEN o.id IS NULL THEN 'new'
      ELSE judge_import_order(v_shop, o.id, o.shop, (x.payload->>'stage')::int, (x.payload->>'asOf')::timestamptz, decode(x.hash, 'hex')) END
  FROM jsonb_to_recordset(p_orders) AS x(number int, code text, hash text, payload jsonb)
  LEFT JOIN unnest(v_codes, v_orders, v_shops) AS o(code, id, shop) ON o.code = x.code
  ON CONFLICT (organization_id, import_id, number) DO UPDATE
    SET payload = excluded.payload, fields_hash = excluded.fields_hash, outcome = excluded.outcome
    WHERE import_row.order_code = excluded.order_code;
  GET DIAGNOSTICS v_staged = ROW_COUNT;
  IF v_staged <> jsonb_array_length(p_orders) THEN RAISE EXCEPTION 'import_number_taken' USING errcode = 'P0001'; END IF;
  RETURN v_staged;
END $$;
REVOKE ALL ON FUNCTION stage_import_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION stage_import_orders TO mascate_worker;
