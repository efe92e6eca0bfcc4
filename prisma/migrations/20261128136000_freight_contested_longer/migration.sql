-- A freight of another weight can be contested for twelve months (article 4478), not for fifteen days: cases that the clock closed are opened
-- again with the day that they have, and open ones that still have the former day get the same. A day that somebody chose stays.
DO $$
DECLARE
  v_org uuid;
  v_zone text;
BEGIN
  FOR v_org, v_zone IN SELECT g.organization_id, g.time_zone FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    WITH window_of AS (
      SELECT c.id, min(coalesce((s.released_at AT TIME ZONE v_zone)::date, s.due_on, s.local_day)) AS since
      FROM recovery_case c
      JOIN case_order o ON o.organization_id = v_org AND o.case_id = c.id
      JOIN settlement s ON s.organization_id = v_org AND s.id = o.settlement_id
      WHERE c.organization_id = v_org AND c.cause = 'freight' AND c.state IN ('detected', 'expired')
      GROUP BY c.id
    ), moved AS (
      SELECT c.id, c.number, c.state, c.deadline, w.since + 365 AS new_deadline
      FROM recovery_case c JOIN window_of w ON w.id = c.id
      WHERE c.organization_id = v_org AND w.since + 365 >= (now() AT TIME ZONE v_zone)::date AND w.since + 365 > c.deadline
        -- Opened behind its window, a case got three days.
        AND (c.state = 'expired' OR c.deadline = w.since + 15
          OR (w.since + 15 < (c.opened_at AT TIME ZONE v_zone)::date AND c.deadline = (c.opened_at AT TIME ZONE v_zone)::date + 3))
    ), changed AS (
      UPDATE recovery_case c SET state = 'detected', closed_at = NULL, deadline = m.new_deadline, version = c.version + 1
      FROM moved m WHERE c.organization_id = v_org AND c.id = m.id
      RETURNING c.id
    ), told AS (
      INSERT INTO case_event (organization_id, id, case_id, state)
      SELECT v_org, uuid_v7(), m.id, 'detected' FROM moved m WHERE m.state = 'expired'
      RETURNING case_id
    )
    INSERT INTO audit_event (organization_id, id, actor_kind, event, subject_kind, subject_id, before, after)
    SELECT v_org, uuid_v7(), 'system', CASE m.state WHEN 'expired' THEN 'case.reopened' ELSE 'case.updated' END, 'case', m.id::text,
      jsonb_build_object('state', m.state, 'deadline', m.deadline), jsonb_build_object('number', m.number, 'state', 'detected', 'deadline', m.new_deadline)
    FROM moved m JOIN changed ON changed.id = m.id;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
