-- Called by lib/assist/agent-tasks/run-report.ts, lib/assist/assistant/viewer.ts, lib/identity/notices/notify.ts,
-- lib/insight/data-checks/request-repair.ts, lib/insight/exports/requester.ts, lib/insight/notifications/digests.ts,
-- lib/insight/notifications/morning.ts, lib/insight/notifications/notice-email.ts, lib/money/cases/require-owner.ts. The rights of a job
-- done for a person: their role and entities now. Nothing once they have left.
CREATE OR REPLACE FUNCTION get_member_scope(p_user uuid)
RETURNS TABLE (role "Role", legal_entity_ids uuid[], email text, display_name text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.role, entities_of(m.organization_id, m.user_id, m.role), u.email::text, u.display_name, u.language
  FROM membership m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = current_organization() AND m.user_id = p_user
$$;
REVOKE ALL ON FUNCTION get_member_scope FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION get_member_scope TO mascate_app, mascate_worker;
