-- Called by lib/connect/order-imports/sheet-run.ts. Stages rows [{number, key, outcome, payload}] of a sheet that is being checked; the same number again
-- replaces. −1: it was cancelled.
CREATE OR REPLACE FUNCTION stage_sheet_rows(p_import uuid, p_rows jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_staged integer;
BEGIN
  PERFORM 1 FROM import WHERE organization_id = v_org AND id = p_import AND state = 'checking' FOR SHARE;
  IF NOT FOUND THEN RETURN -1; END IF;
  INSERT INTO import_row (organization_id, import_id, number, order_code, payload, fields_hash, outcome)
  SELECT v_org, p_import, x.number, x.key, x.payload, '', x.outcome
  FROM jsonb_to_recordset(p_rows) AS x(number int, key text, payload jsonb, outcome text)
  ON CONFLICT (organization_id, import_id, number) DO UPDATE
    SET order_code = excluded.order_code, payload = excluded.payload, outcome = excluded.outcome;
  GET DIAGNOSTICS v_staged = ROW_COUNT;
  RETURN v_staged;
END $$;
REVOKE ALL ON FUNCTION stage_sheet_rows FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION stage_sheet_rows TO mascate_worker;
