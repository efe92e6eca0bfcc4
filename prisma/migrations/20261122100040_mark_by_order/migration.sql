-- As before; each order is looked up once and by its key. Joined to the rows that were written, a company of whose orders no statistics are known yet
-- was read through once for each of them.
CREATE OR REPLACE FUNCTION mark_reconcile() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
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
