-- Called by lib/core/mail/emails.ts. Adds an email in the caller's transaction; where it runs under an organization, the email's own records
-- are looked up there.
CREATE OR REPLACE FUNCTION enqueue_email(p_email json, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('send-mail', json_build_object('email', p_email, 'organizationId', current_organization()),
    job_key => p_key, max_attempts => 10, flags => job_owner());
END $$;
REVOKE ALL ON FUNCTION enqueue_email FROM PUBLIC, mascate_app;
GRANT EXECUTE ON FUNCTION enqueue_email TO mascate_app;
-- To own a function one must be allowed to make one, for the moment of becoming its owner.
GRANT CREATE ON SCHEMA public TO mascate_worker;
ALTER FUNCTION enqueue_email OWNER TO mascate_worker;
REVOKE CREATE ON SCHEMA public FROM mascate_worker;
