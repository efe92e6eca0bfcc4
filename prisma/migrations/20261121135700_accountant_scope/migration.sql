-- The owner is a member of the worker's role, so the policies of an accountant's scope held for it too: within a transaction of such a
-- scope, get_member_scope judged by the entities that are seen, and took an accountant of none for one of all. The scope is for the roles
-- that serve people; the named functions, which run as the owner, see the whole company.
CREATE OR REPLACE FUNCTION visible_entities() RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN current_user IN ('mascate_app', 'mascate_worker') THEN nullif(current_setting('app.legal_entities', true), '')::uuid[] END
$$;
