-- Run by the trigger on membership. Counts a membership's version up with every change of a role or of what an accountant reads, so that
-- its sessions are renewed.
CREATE OR REPLACE FUNCTION mark_sessions_for_renewal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session SET renewal_due = true WHERE user_id = NEW.user_id AND ended_at IS NULL AND NOT renewal_due;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION mark_sessions_for_renewal FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER membership_renews_sessions AFTER UPDATE ON membership
  FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.version IS DISTINCT FROM new.version))) EXECUTE FUNCTION mark_sessions_for_renewal();
