-- Called by lib/sales/returns/purge-return-texts.ts. In SQL by forget_marked. Deletes a buyer's texts and pictures in these returns, and
-- the notes on them.
CREATE OR REPLACE FUNCTION forget_return_texts(p_returns uuid[]) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_count integer;
BEGIN
  UPDATE order_return r SET buyer_text = NULL, images = '{}', note = NULL WHERE r.organization_id = current_organization() AND r.id = ANY (p_returns);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE ALL ON FUNCTION forget_return_texts FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION forget_return_texts TO mascate_worker;
