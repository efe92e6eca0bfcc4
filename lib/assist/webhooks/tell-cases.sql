-- Run by the triggers on recovery_case. Keeps a webhook event for each case that was opened or whose state changed.
CREATE OR REPLACE FUNCTION tell_cases() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhook_endpoint e WHERE e.organization_id = current_organization() AND e.state = 'active'
    AND CASE TG_OP WHEN 'INSERT' THEN 'case.opened' ELSE 'case.changed' END = ANY (e.kinds)) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'case.opened', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n;
  ELSE
    PERFORM store_outgoing_events(jsonb_agg(jsonb_build_object('kind', 'case.changed', 'subject', 'case ' || n.id, 'data', case_said(n.*))))
    FROM after n JOIN before o ON o.organization_id = n.organization_id AND o.id = n.id WHERE case_said(o.*) <> case_said(n.*);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER cases_webhook_added AFTER INSERT ON recovery_case
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_cases();
CREATE OR REPLACE TRIGGER cases_webhook_changed AFTER UPDATE ON recovery_case
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION tell_cases();
