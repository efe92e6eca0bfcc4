-- In SQL by tell_cases, tell_orders, tell_payouts, tell_stock. Keeps what happened for the addresses that asked for it, in the
-- transaction of the change. The first kind of a change stays (what was made and changed at once was made), its data are the last.
CREATE OR REPLACE FUNCTION store_outgoing_events(p_events jsonb) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH wanted AS (
    SELECT DISTINCT ON (x.subject) x.kind, x.subject, x.data FROM jsonb_to_recordset(p_events) AS x(kind text, subject text, data jsonb, place bigint)
    WHERE EXISTS (SELECT 1 FROM webhook_endpoint e
      WHERE e.organization_id = current_organization() AND e.state = 'active' AND x.kind = ANY (e.kinds))
    ORDER BY x.subject, x.place DESC NULLS LAST
  ), kept AS (
    INSERT INTO outgoing_event (organization_id, id, kind, subject, change, data)
    SELECT current_organization(), uuid_v7(), w.kind, w.subject, pg_current_xact_id()::text::bigint, w.data FROM wanted w
    ON CONFLICT (organization_id, subject, change) DO UPDATE SET data = EXCLUDED.data
    RETURNING id, kind
  )
  INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id)
  SELECT current_organization(), uuid_v7(), e.id, k.id FROM kept k
  JOIN webhook_endpoint e ON e.organization_id = current_organization() AND e.state = 'active' AND k.kind = ANY (e.kinds)
  ON CONFLICT (organization_id, event_id, endpoint_id) DO NOTHING
$$;
