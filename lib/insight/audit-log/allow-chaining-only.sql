-- Run by the trigger on audit_event. A row of the trail may change once and only in its position, when it is chained; anything else raises
-- 42501.
CREATE OR REPLACE FUNCTION allow_chaining_only() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.position IS NOT NULL OR to_jsonb(NEW) - 'position' <> to_jsonb(OLD) - 'position' THEN
    RAISE EXCEPTION 'audit_event is append-only' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER audit_event_append_only BEFORE UPDATE ON audit_event FOR EACH ROW EXECUTE FUNCTION allow_chaining_only();
