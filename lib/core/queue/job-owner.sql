-- In SQL by enqueue_email, enqueue_job, enqueue_shop_job. The flag of a job: who owns its company, whose companies share a person's
-- places in the worker; null outside a company.
CREATE OR REPLACE FUNCTION job_owner() RETURNS text[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT ARRAY['owner:' || m.user_id] FROM membership m
  WHERE m.organization_id = current_organization() AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1
$$;
REVOKE ALL ON FUNCTION job_owner FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION job_owner TO mascate_worker;
