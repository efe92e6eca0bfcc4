-- Run by 12 triggers below. Every change to what an order was paid or owed makes the order due for reconciliation, each once and by its
-- key.
CREATE OR REPLACE FUNCTION mark_reconcile() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME IN ('money_line', 'order_return') THEN
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT o.organization_id, o.shop_id, o.external_code FROM (SELECT DISTINCT organization_id, order_id FROM changed) c
    CROSS JOIN LATERAL (SELECT * FROM orders f WHERE f.organization_id = c.organization_id AND f.id = c.order_id OFFSET 0) o
    WHERE o.platform = 'shopee' AND o.shop_id IS NOT NULL AND o.external_code IS NOT NULL ORDER BY 1, 2, 3;
  ELSIF TG_TABLE_NAME = 'orders' AND TG_OP = 'INSERT' THEN
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT c.organization_id, c.shop_id, c.external_code FROM changed c
    WHERE c.platform = 'shopee' AND c.shop_id IS NOT NULL AND c.external_code IS NOT NULL ORDER BY 1, 2, 3;
  ELSE
    INSERT INTO reconcile_due (organization_id, shop_id, external_code)
    SELECT DISTINCT c.organization_id, c.shop_id, c.external_code FROM changed c
    WHERE c.external_code IS NOT NULL ORDER BY 1, 2, 3;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION mark_reconcile FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER early_payout_reconcile_added AFTER INSERT ON early_payout
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER early_payout_reconcile_changed AFTER UPDATE ON early_payout
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER money_line_reconcile_added AFTER INSERT ON money_line
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER money_line_reconcile_gone AFTER DELETE ON money_line
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER order_return_reconcile_added AFTER INSERT ON order_return
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER order_return_reconcile_changed AFTER UPDATE ON order_return
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER orders_reconcile_added AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER release_reconcile_added AFTER INSERT ON release
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER release_reconcile_changed AFTER UPDATE ON release
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER wallet_reconcile_added AFTER INSERT ON wallet_transaction
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER order_fee_detail_reconcile_added AFTER INSERT ON order_fee_detail
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
CREATE OR REPLACE TRIGGER order_fee_detail_reconcile_changed AFTER UPDATE ON order_fee_detail
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_reconcile();
