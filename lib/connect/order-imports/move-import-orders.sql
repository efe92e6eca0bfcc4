-- Called by lib/connect/order-imports/move-import.ts. Moves the next p_limit orders of an import to another shop of the company, each with
-- its listings, payouts and returns; roll-ups and settlements follow. Payouts that the other shop has already stay where they are. Locks:
-- the writers of both shops in the order of their ids, those of settlements, then the orders in the order of their ids. Answers how many
-- moved.
CREATE OR REPLACE FUNCTION move_import_orders(p_import uuid, p_shop uuid, p_limit integer) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_org uuid := current_organization();
  v_from uuid := (SELECT m.shop_id FROM import m WHERE m.organization_id = current_organization() AND m.id = p_import);
  v_orders uuid[];
  v_codes text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('orders:' || s, 0)) FROM unnest(ARRAY[least(v_from, p_shop), greatest(v_from, p_shop)]) s;
  PERFORM pg_advisory_xact_lock(hashtextextended('settlements:' || v_org, 0));
  v_orders := array(SELECT j.order_id FROM judge_import_move(p_import, p_shop) j WHERE j.why IS NULL ORDER BY 1 LIMIT p_limit);
  IF cardinality(v_orders) = 0 THEN RETURN 0; END IF;
  PERFORM 1 FROM orders WHERE organization_id = v_org AND id = ANY (v_orders) ORDER BY id FOR UPDATE;
  v_codes := array(SELECT o.external_code FROM orders o WHERE o.organization_id = v_org AND o.id = ANY (v_orders));
  PERFORM append_order_deltas(v_orders, -1);

  PERFORM move_settlement_days((SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'shop', p_shop, 'day', t.local_day, 'state', t.state,
      'expected', t.expected_cents, 'released', t.released_cents, 'adjusted', t.adjusted_cents, 'difference', t.difference_cents,
      'explained', t.explained_cents, 'unexplained', t.unexplained_cents, 'causes', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('cause', d.cause, 'amount', d.amount_cents)), '[]') FROM discrepancy d
        WHERE d.organization_id = v_org AND d.settlement_id = t.id))), '[]')
    FROM settlement t WHERE t.organization_id = v_org AND t.order_id = ANY (v_orders)));
  UPDATE settlement t SET shop_id = p_shop, version = t.version + 1 WHERE t.organization_id = v_org AND t.order_id = ANY (v_orders);

  PERFORM move_order_listings(v_orders, p_shop);
  UPDATE orders o SET shop_id = p_shop, outlet_id = p_shop, version = o.version + 1, updated_at = now() WHERE o.organization_id = v_org AND o.id = ANY (v_orders);
  UPDATE order_return r SET shop_id = p_shop WHERE r.organization_id = v_org AND r.order_id = ANY (v_orders);
  UPDATE release r SET shop_id = p_shop WHERE r.organization_id = v_org AND r.shop_id = v_from AND r.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM release x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.external_code = r.external_code AND x.source = r.source AND x.key = r.key);
  UPDATE wallet_transaction w SET shop_id = p_shop WHERE w.organization_id = v_org AND w.shop_id = v_from AND w.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM wallet_transaction x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.minute = w.minute AND x.amount_cents = w.amount_cents
      AND x.balance_cents IS NOT DISTINCT FROM w.balance_cents AND x.nth = w.nth);
  UPDATE waiting_income w SET shop_id = p_shop WHERE w.organization_id = v_org AND w.shop_id = v_from AND w.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM waiting_income x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.external_code = w.external_code AND x.part = w.part);
  UPDATE early_payout e SET shop_id = p_shop WHERE e.organization_id = v_org AND e.shop_id = v_from AND e.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM early_payout x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.number = e.number AND x.external_code = e.external_code);
  UPDATE order_fee_detail f SET shop_id = p_shop WHERE f.organization_id = v_org AND f.shop_id = v_from AND f.external_code = ANY (v_codes) AND NOT EXISTS (
    SELECT 1 FROM order_fee_detail x WHERE x.organization_id = v_org AND x.shop_id = p_shop AND x.external_code = f.external_code AND x.report = f.report
      AND x.part = f.part);
  PERFORM append_order_deltas(v_orders, 1);
  RETURN cardinality(v_orders);
END $$;
REVOKE ALL ON FUNCTION move_import_orders FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION move_import_orders TO mascate_worker;
