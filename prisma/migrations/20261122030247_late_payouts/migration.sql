-- Delivered, and not yet completed by the platform: few among those delivered.
CREATE INDEX orders_to_complete ON orders (organization_id, delivered_at)
  WHERE status = 'delivered' AND platform_status = 'TO_CONFIRM_RECEIVE' AND NOT in_return;
-- What reconciliation waits for.
CREATE INDEX settlement_to_release ON settlement (organization_id, due_on) WHERE released_at IS NULL;
