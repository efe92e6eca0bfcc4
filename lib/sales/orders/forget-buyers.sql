-- Called by lib/sales/orders/purge-buyers.ts, lib/sales/orders/purge-customers.ts. In SQL by forget_marked. Deletes these orders' data
-- about their buyers: their identity, the notes, which may name them, and the photos of the parcels.
CREATE OR REPLACE FUNCTION forget_buyers(p_orders uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_org constant uuid := current_organization();
BEGIN
  UPDATE orders o SET customer_name = NULL, note = NULL, platform_note = NULL
  WHERE o.organization_id = v_org AND o.id = ANY (p_orders) AND (o.customer_name IS NOT NULL OR o.note IS NOT NULL OR o.platform_note IS NOT NULL);
  UPDATE stored_file f SET expires_at = now() FROM order_evidence e
  WHERE e.organization_id = v_org AND e.order_id = ANY (p_orders) AND f.organization_id = v_org AND f.id = e.file_id;
  DELETE FROM order_buyer b WHERE b.organization_id = v_org AND b.order_id = ANY (p_orders);
END $$;
REVOKE ALL ON FUNCTION forget_buyers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_buyers TO mascate_worker;
