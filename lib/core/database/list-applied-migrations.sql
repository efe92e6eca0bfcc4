-- Called by lib/core/process/readiness.ts. The migrations that this database holds, for the readiness of a process. plpgsql, since the book of
-- migrations does not exist where they are only tried out.
CREATE OR REPLACE FUNCTION list_applied_migrations() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT migration_name::text FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION list_applied_migrations FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION list_applied_migrations TO mascate_app;
