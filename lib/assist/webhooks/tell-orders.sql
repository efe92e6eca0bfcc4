-- Run by the triggers on orders. Keeps a webhook event for each order that was placed or whose state changed.
CREATE OR REPLACE FUNCTION tell_orders() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND CASE TG_OP WHEN 'INSERT' THEN 'order.created' ELSE 'order.updated' END = ANY (e.kinds)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'order.created', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n;
  ELSE
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'order.updated', 'subject', 'order ' || n.id, 'data', order_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE order_said(o.*) <> order_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_webhook_added AFTER INSERT ON orders
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
CREATE OR REPLACE TRIGGER orders_webhook_changed AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_orders();
