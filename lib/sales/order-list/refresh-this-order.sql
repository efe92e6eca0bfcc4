-- Run by the triggers on order_buyer, package. The order list's row follows its buyer's name and its parcels; a parcel that comes to
-- another order also leaves one.
CREATE OR REPLACE FUNCTION refresh_this_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_name constant text := CASE TG_TABLE_NAME WHEN 'orders' THEN 'id' ELSE 'order_id' END;
  v_new constant uuid := (to_jsonb(NEW)->>v_name)::uuid;
  v_old constant uuid := (to_jsonb(OLD)->>v_name)::uuid;
BEGIN
  PERFORM refresh_order_list(CASE v_old WHEN v_new THEN ARRAY[v_new] ELSE ARRAY[least(v_old, v_new), greatest(v_old, v_new)] END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_buyer_renamed AFTER UPDATE OF name, username ON order_buyer
  FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.username IS DISTINCT FROM new.username))) EXECUTE FUNCTION refresh_this_order();
CREATE OR REPLACE TRIGGER package_tracked AFTER UPDATE OF tracking_number, order_id ON package
  FOR EACH ROW WHEN (((old.tracking_number IS DISTINCT FROM new.tracking_number) OR (old.order_id IS DISTINCT FROM new.order_id))) EXECUTE FUNCTION refresh_this_order();
