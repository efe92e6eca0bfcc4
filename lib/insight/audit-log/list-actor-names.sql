-- Called by lib/assist/agent-tasks/views.ts, lib/catalog/stock/queries.ts, lib/catalog/warehouse/count-lines.ts,
-- lib/catalog/warehouse/count-queries.ts, lib/catalog/warehouse/enter-count.ts, lib/insight/audit-log/names.ts,
-- lib/insight/audit-log/queries.ts, lib/insight/privacy/views.ts, lib/money/cases/detail.ts, lib/money/cases/queries.ts,
-- lib/sales/packing/parcels.ts, lib/sales/returns/views.ts. Names of people who are in the current organization or have acted in it.
CREATE OR REPLACE FUNCTION list_actor_names(p_users uuid[]) RETURNS TABLE (user_id uuid, display_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.display_name FROM app_user u WHERE u.id = ANY (p_users) AND (
    EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = current_organization() AND m.user_id = u.id)
    OR EXISTS (SELECT 1 FROM audit_event e WHERE e.organization_id = current_organization() AND e.actor_id = u.id))
$$;
REVOKE ALL ON FUNCTION list_actor_names FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_actor_names TO mascate_app, mascate_worker;
