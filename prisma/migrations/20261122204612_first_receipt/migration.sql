-- Since when a company receives returns at the bench.
CREATE INDEX order_return_received ON order_return (organization_id, received_at) WHERE received_at IS NOT NULL;
