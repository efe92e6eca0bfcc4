-- Called by lib/connect/order-imports/move-import.ts. In SQL by move_import_orders. Orders that an import wrote into its shop, and the
-- reason why one of them cannot move to another shop: its shop is known from the platform itself, a case is open about its payout, or that
-- shop has a payout of its code.
CREATE OR REPLACE FUNCTION judge_import_move(p_import uuid, p_shop uuid) RETURNS TABLE (order_id uuid, why text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT o.id, CASE
    WHEN EXISTS (SELECT 1 FROM order_source a WHERE a.organization_id = o.organization_id AND a.order_id = o.id AND a.source = 'api') THEN 'platform'
    WHEN EXISTS (SELECT 1 FROM settlement t JOIN case_order c ON c.organization_id = t.organization_id AND c.settlement_id = t.id
      WHERE t.organization_id = o.organization_id AND t.order_id = o.id) THEN 'case'
    WHEN EXISTS (SELECT 1 FROM settlement t WHERE t.organization_id = o.organization_id AND t.shop_id = p_shop AND t.external_code = o.external_code) THEN 'known'
  END
  FROM import m
  JOIN order_source s ON s.organization_id = m.organization_id AND s.import_id = m.id
  JOIN orders o ON o.organization_id = m.organization_id AND o.id = s.order_id AND o.shop_id = m.shop_id
  WHERE m.organization_id = current_organization() AND m.id = p_import AND m.kind = 'orders' AND m.shop_id <> p_shop
$$;
REVOKE ALL ON FUNCTION judge_import_move FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION judge_import_move TO mascate_app, mascate_worker;
