-- Run by the trigger on shop. A shop that goes leaves no claim on the platform id behind.
CREATE OR REPLACE FUNCTION forget_shop_claim() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM shop_claim WHERE holder_id = OLD.organization_id AND shop_id = OLD.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_shop_claim FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER shop_claim_ends AFTER DELETE ON shop FOR EACH ROW EXECUTE FUNCTION forget_shop_claim();
