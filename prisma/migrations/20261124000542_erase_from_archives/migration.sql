-- A file with buyers in it goes with the first of them who is erased, and one that is being written is not finished: what was read before
-- may name them.
CREATE FUNCTION end_files_with_buyers() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  UPDATE stored_file f SET expires_at = now() FROM export x
  WHERE x.organization_id = NEW.organization_id AND x.kind = 'wholeCompany' AND f.organization_id = NEW.organization_id AND f.id = x.file_id;
  UPDATE export x SET state = 'failed', error_code = 'exportBuyerErased', finished_at = now()
  WHERE x.organization_id = NEW.organization_id AND x.kind IN ('orders', 'wholeCompany') AND x.state = 'running';
  RETURN NULL;
END $$;
CREATE TRIGGER end_files_with_buyers AFTER INSERT ON buyer_erasure FOR EACH ROW EXECUTE FUNCTION end_files_with_buyers();
