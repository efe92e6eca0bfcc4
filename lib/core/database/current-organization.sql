-- Called in many places. In SQL by 88 functions. In the policies of 139 tables. The tenant of the transaction, as the door set it; NULL
-- without one, so that every policy shows nothing.
CREATE OR REPLACE FUNCTION current_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;
