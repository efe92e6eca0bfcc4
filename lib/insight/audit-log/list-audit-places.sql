-- Called by lib/insight/audit-log/queries.ts. From where: the device and network of the sessions behind entries of this company's trail, while those
-- sessions are kept.
CREATE OR REPLACE FUNCTION list_audit_places(p_events uuid[]) RETURNS TABLE (event_id uuid, device text, network text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.id, s.device, s.network FROM audit_event e JOIN session s ON s.id = e.session_id
  WHERE e.organization_id = current_organization() AND e.id = ANY (p_events)
$$;
REVOKE ALL ON FUNCTION list_audit_places FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_audit_places TO mascate_app, mascate_worker;
