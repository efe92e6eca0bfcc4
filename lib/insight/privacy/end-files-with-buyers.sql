-- Run by the trigger on buyer_erasure. Files with buyers in them go with the first buyer who is erased, and one that is being written is
-- not finished. An archive and an erasure wait for each other, so that an archive is ended by the erasure or reads nothing of who was
-- erased.
CREATE OR REPLACE FUNCTION end_files_with_buyers() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('buyers:' || NEW.organization_id, 0));
  UPDATE export x SET state = 'failed', error_code = 'exportBuyerErased', finished_at = now()
  WHERE x.organization_id = NEW.organization_id AND x.kind IN ('orders', 'wholeCompany') AND x.state = 'running';
  UPDATE stored_file f SET expires_at = now() FROM export x
  WHERE x.organization_id = NEW.organization_id AND x.kind = 'wholeCompany' AND f.organization_id = NEW.organization_id AND f.id = x.file_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER end_files_with_buyers AFTER INSERT ON buyer_erasure FOR EACH ROW EXECUTE FUNCTION end_files_with_buyers();
