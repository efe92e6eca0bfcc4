-- Called by lib/worker/tasks/delete-organizations.ts. Deletes up to p_limit rows of each of the current organization's tables once its grace
-- period has passed; false while some are left. Members lose it first. A table that others still refer to waits for the next call. The id
-- of a company that is gone is forgotten a week later.
CREATE OR REPLACE FUNCTION delete_organization_batch(p_limit integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE t text; v_org constant uuid := current_organization(); v_left boolean := false; v_gone integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM organization WHERE organization_id = v_org AND deletion_at <= now())
    AND NOT EXISTS (SELECT 1 FROM deleted_organization WHERE gone_id = v_org) THEN
    RAISE EXCEPTION 'not_due' USING errcode = 'P0001';
  END IF;
  PERFORM set_config('app.deleting_organization', v_org::text, true);
  DELETE FROM membership WHERE organization_id = v_org;
  FOR t IN
    SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT IN ('organization', 'session')
    ORDER BY (SELECT count(*) FROM pg_constraint f WHERE f.confrelid = c.oid AND f.contype = 'f'), c.relname
  LOOP
    BEGIN
      EXECUTE format('DELETE FROM %I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %I WHERE organization_id = $1 LIMIT $2))', t, t) USING v_org, p_limit;
      GET DIAGNOSTICS v_gone = ROW_COUNT;
      v_left := v_left OR v_gone = p_limit;
    EXCEPTION WHEN foreign_key_violation OR restrict_violation THEN v_left := true;
    END;
  END LOOP;
  IF v_left THEN RETURN false; END IF;
  UPDATE session SET organization_id = NULL WHERE organization_id = v_org;
  DELETE FROM organization WHERE organization_id = v_org;
  INSERT INTO deleted_organization (gone_id) VALUES (v_org) ON CONFLICT DO NOTHING;
  DELETE FROM deleted_organization WHERE gone_id = v_org AND deleted_at < now() - interval '7 days';
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION delete_organization_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION delete_organization_batch TO mascate_worker;
