-- Run by the triggers on settlement. Keeps a webhook event for each settlement whose payout changed.
CREATE OR REPLACE FUNCTION tell_payouts() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND 'payout.changed' = ANY (e.kinds)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n WHERE n.released_cents IS NOT NULL;
  ELSE
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'payout.changed', 'subject', 'payout ' || n.id, 'data', payout_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE payout_said(o.*) <> payout_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payouts_webhook_added AFTER INSERT ON settlement
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_payouts();
CREATE OR REPLACE TRIGGER payouts_webhook_changed AFTER UPDATE ON settlement
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_payouts();
