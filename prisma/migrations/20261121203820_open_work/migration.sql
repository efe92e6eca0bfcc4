-- What the room's counts look for: of a long history almost none.
CREATE INDEX order_return_open ON order_return (organization_id) WHERE received_at IS NULL AND state NOT IN ('closed', 'cancelled');
CREATE INDEX listing_push_refused ON listing_push (organization_id, listing_id) WHERE state <> 'sent' AND (state = 'failed' OR error_code IS NOT NULL);
