-- Called by lib/catalog/costs/costs-effect.ts, lib/core/queue/task.ts. Adds a background job in the caller's transaction. The queue's
-- own schema is closed to the app's role.
CREATE OR REPLACE FUNCTION enqueue_job(p_task text, p_payload json, p_key text DEFAULT NULL::text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_job TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_job OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
