-- Run by the trigger on membership. Whose membership changes is judged after the change, one change of an organization at a time: an owner
-- always stays.
CREATE OR REPLACE FUNCTION keep_an_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM organization WHERE organization_id = OLD.organization_id AND (deletion_at IS NULL OR deletion_at > now()) FOR UPDATE;
  IF FOUND AND NOT EXISTS (SELECT 1 FROM membership WHERE organization_id = OLD.organization_id AND role = 'owner') THEN
    RAISE EXCEPTION 'last_owner' USING errcode = 'P0001';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_an_owner FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER membership_keeps_an_owner AFTER DELETE OR UPDATE ON membership
  FOR EACH ROW WHEN ((old.role = 'owner'::"Role")) EXECUTE FUNCTION keep_an_owner();
