-- The trail is read by time: all of it, by event (an area is a set of events), by person, by record, and by what was not a person's hand.
DROP INDEX audit_event_organization_id_at_idx;
CREATE INDEX audit_event_organization_id_at_id_idx ON audit_event (organization_id, at, id);
CREATE INDEX audit_event_organization_id_event_at_id_idx ON audit_event (organization_id, event, at, id);
CREATE INDEX audit_event_organization_id_actor_id_event_at_id_idx ON audit_event (organization_id, actor_id, event, at, id);
CREATE INDEX audit_event_by_function ON audit_event (organization_id, at, id) WHERE actor_kind = 'function';
CREATE INDEX audit_event_by_sync ON audit_event (organization_id, at, id) WHERE actor_kind = 'sync';
CREATE INDEX audit_event_by_assistant ON audit_event (organization_id, at, id) WHERE actor_kind = 'assistant';
CREATE INDEX audit_event_by_system ON audit_event (organization_id, at, id) WHERE actor_kind = 'system';

-- From where: the device and network of the sessions behind entries of this company's trail, while those sessions are kept.
CREATE FUNCTION list_audit_places(p_events uuid[]) RETURNS TABLE (event_id uuid, device text, network text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT e.id, s.device, s.network FROM audit_event e JOIN session s ON s.id = e.session_id
  WHERE e.organization_id = current_organization() AND e.id = ANY (p_events)
$$;
REVOKE ALL ON FUNCTION list_audit_places FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_audit_places TO mascate_app, mascate_worker;
