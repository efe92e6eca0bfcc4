SET LOCAL check_function_bodies = off;

-- from lib/core/mail/enqueue-letter.sql
CREATE OR REPLACE FUNCTION enqueue_letter(p_letter json, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('send-mail', json_build_object('letter', p_letter, 'organizationId', current_organization()),
    job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_letter FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_letter TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_letter OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- from lib/core/queue/enqueue-job.sql
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
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_job OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- from lib/core/queue/enqueue-shop-job.sql
CREATE OR REPLACE FUNCTION enqueue_shop_job(
  p_task text, p_payload json, p_key text, p_queue text, p_run_at timestamptz DEFAULT NULL::timestamptz
)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job(p_task,
    (p_payload::jsonb || jsonb_build_object('organizationId', current_organization()))::json,
    queue_name => p_queue, run_at => p_run_at, job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_shop_job FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_shop_job TO mascate_app;
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_shop_job OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;

-- from lib/core/queue/job-owner.sql
CREATE OR REPLACE FUNCTION job_owner() RETURNS text[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT ARRAY['owner:' || m.user_id] FROM membership m
  WHERE m.organization_id = current_organization() AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1
$$;
REVOKE ALL ON FUNCTION job_owner FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION job_owner TO mascate_worker;
