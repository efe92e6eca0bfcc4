-- Called by lib/money/reconciliation/reconcile-orders.ts. Writes the income rows that waited for these orders. Answers the number of rows.
CREATE OR REPLACE FUNCTION take_waiting_income(p_shop uuid, p_codes text[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org constant uuid := current_organization();
  v_rows jsonb;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM waiting_income w WHERE w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = ANY (p_codes)) THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || p_shop, 0));
  SELECT jsonb_agg(jsonb_build_object('n', t.n, 'code', t.external_code, 'part', t.part, 'amount', NULL, 'at', t.at, 'lines', t.lines)) INTO v_rows FROM (
    SELECT w.*, row_number() OVER () AS n FROM waiting_income w
    WHERE w.organization_id = v_org AND w.shop_id = p_shop AND w.external_code = ANY (p_codes) AND EXISTS (
      SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.shop_id = p_shop AND o.external_code = w.external_code)) t;
  IF v_rows IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM write_income(p_shop, v_rows);
  RETURN jsonb_array_length(v_rows);
END $$;
REVOKE ALL ON FUNCTION take_waiting_income FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION take_waiting_income TO mascate_worker;
