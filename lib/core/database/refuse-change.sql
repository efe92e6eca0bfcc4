-- Run by 6 triggers below. Refuses any change to an append-only table. Only delete_organization_batch may delete from ledgers and trails,
-- with their organization.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.deleting_organization', true) = current_organization()::text THEN RETURN NULL; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING errcode = '42501';
END $$;

CREATE OR REPLACE TRIGGER audit_event_no_delete BEFORE DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER month_close_kept BEFORE DELETE OR TRUNCATE ON month_close FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER month_close_line_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON month_close_line
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_count_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stock_count_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_movement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stock_movement
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
