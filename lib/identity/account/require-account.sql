-- Run by 18 triggers below. A person's rows are written only while their account exists: it waits for an erasure under way, and is refused
-- after it.
CREATE OR REPLACE FUNCTION require_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_user uuid;
BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO v_user USING NEW;
  PERFORM 1 FROM app_user WHERE id = v_user FOR KEY SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'account_erased'; END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION require_account FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON access_token
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON account
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON assistant_thread
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON assistant_usage
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON avatar
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF connected_by ON drive_connection
  FOR EACH ROW EXECUTE FUNCTION require_account('connected_by');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON membership
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON notification
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON notification_preference
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF made_for ON proposal
  FOR EACH ROW EXECUTE FUNCTION require_account('made_for');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON recovery_code
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON registration
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON saved_view
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON saved_view_default
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON session
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON shop_authorization
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON verification
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
CREATE OR REPLACE TRIGGER require_account BEFORE INSERT OR UPDATE OF user_id ON waiting_sign_in
  FOR EACH ROW EXECUTE FUNCTION require_account('user_id');
