-- Run by the trigger on month_close_line. Lines come with their closing, in one transaction, and none afterwards; a closing that was
-- opened again takes none.
CREATE OR REPLACE FUNCTION require_own_closing() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM added a WHERE NOT EXISTS (SELECT FROM month_close c WHERE c.organization_id = a.organization_id
    AND c.legal_entity_id = a.legal_entity_id AND c.month = a.month AND c.nth = a.nth AND c.xmin = pg_current_xact_id()::xid
    AND c.reopened_at IS NULL)) THEN
    RAISE EXCEPTION 'month_close_line is append-only' USING errcode = '42501';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION require_own_closing FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER month_close_line_own AFTER INSERT ON month_close_line
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION require_own_closing();
