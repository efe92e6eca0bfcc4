-- Files have a term too: uploads that nothing refers to, photos that were replaced, sheets of imports.
CREATE POLICY directory ON stored_file FOR SELECT TO CURRENT_USER USING (true);
CREATE INDEX stored_file_expiring ON stored_file (expires_at) WHERE expires_at IS NOT NULL;

CREATE OR REPLACE FUNCTION list_organizations_with_expired() RETURNS TABLE (organization_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT organization_id FROM order_buyer WHERE purge_after < now()
  UNION SELECT organization_id FROM idempotency WHERE expires_at < now()
  UNION SELECT organization_id FROM stored_file WHERE expires_at < now()
$$;
