-- Run by the trigger on orders. Cuts the hour of an order by the zone of the day it was placed, as local_day is, where it is not cut
-- already: a later change of the zone changes nothing.
CREATE OR REPLACE FUNCTION keep_local_hour() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.local_hour IS NULL THEN
    NEW.local_hour := extract(hour FROM NEW.placed_at AT TIME ZONE (
      SELECT g.time_zone FROM organization g WHERE g.organization_id = NEW.organization_id));
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER orders_local_hour BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION keep_local_hour();
