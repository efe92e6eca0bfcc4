-- Run by the trigger on package. A label that names another tracking number than the parcel's must not be used any more; how often it was
-- printed stays known.
CREATE OR REPLACE FUNCTION outdate_label() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.label_state := 'none';
  NEW.label_file_id := NULL;
  NEW.label_error := NULL;
  NEW.printed_at := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION outdate_label FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER package_label_outdated BEFORE UPDATE OF tracking_number ON package
  FOR EACH ROW WHEN (((old.tracking_number IS NOT NULL) AND (new.tracking_number IS DISTINCT FROM old.tracking_number))) EXECUTE FUNCTION outdate_label();
