-- Run by the trigger on stock_movement. Keeps a webhook event for each product whose stock moved.
CREATE OR REPLACE FUNCTION tell_stock() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND 'stock.changed' = ANY (e.kinds)) THEN RETURN NULL; END IF;
  PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'stock.changed', 'subject', 'stock ' || n.product_id || ' ' || n.location_id,
    'place', n.id, 'data', jsonb_build_object('productId', n.product_id, 'locationId', n.location_id, 'cause', n.kind,
      'onHand', n.on_hand_after, 'reserved', n.reserved_after))))
  FROM after n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER stock_webhook AFTER INSERT ON stock_movement
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_stock();
