-- Run by the trigger on month_close. Only one change of a closing is allowed, once: its reopening, and only for the last one that stands.
CREATE OR REPLACE FUNCTION allow_reopening_only() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.reopened_at IS NOT NULL OR NEW.reopened_at IS NULL
    OR to_jsonb(NEW) - ARRAY['reopened_at', 'reopened_by', 'reopen_reason'] <> to_jsonb(OLD) - ARRAY['reopened_at', 'reopened_by', 'reopen_reason'] THEN
    RAISE EXCEPTION 'month_close is append-only' USING errcode = '42501';
  END IF;
  IF EXISTS (SELECT FROM month_close c WHERE c.organization_id = OLD.organization_id AND c.legal_entity_id = OLD.legal_entity_id
    AND c.month > OLD.month AND c.reopened_at IS NULL) THEN
    RAISE EXCEPTION 'month_close: a later month is closed' USING errcode = '42501';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION allow_reopening_only FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER month_close_reopening BEFORE UPDATE ON month_close FOR EACH ROW EXECUTE FUNCTION allow_reopening_only();
