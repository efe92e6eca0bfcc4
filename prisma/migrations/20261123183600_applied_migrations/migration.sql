-- Whoever serves has to know that the database holds what this build was made for; the book of migrations is the owner's.
-- plpgsql, since that book does not exist where the migrations are only tried out.
CREATE FUNCTION list_applied_migrations() RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT migration_name::text FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL;
END $$;

REVOKE ALL ON FUNCTION list_applied_migrations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_applied_migrations TO mascate_app;
