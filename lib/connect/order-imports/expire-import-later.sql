-- Called by lib/connect/order-imports/open-imports.ts. Has an unconfirmed import end by itself: its sheet and its staged rows hold buyers' data.
CREATE OR REPLACE FUNCTION expire_import_later(p_import uuid, p_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_organization() IS NULL THEN RAISE EXCEPTION 'no organization' USING errcode = '42501'; END IF;
  PERFORM graphile_worker.add_job('import-expire',
    json_build_object('importId', p_import, 'userId', NULL, 'organizationId', current_organization()),
    run_at => now() + make_interval(days => p_days), job_key => 'import-expire:' || p_import);
END $$;
REVOKE ALL ON FUNCTION expire_import_later FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION expire_import_later TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION expire_import_later OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
