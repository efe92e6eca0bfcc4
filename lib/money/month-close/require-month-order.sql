-- Run by the trigger on month_close. Months are closed one after the other, each when it is over. Where every closing was opened again
-- the books begin with the first month that was ever closed, or an earlier one that has sales.
CREATE OR REPLACE FUNCTION require_month_order() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE v_last date; v_first date; v_sold date; v_today date;
BEGIN
  SELECT max(c.month) FILTER (WHERE c.reopened_at IS NULL), min(c.month) INTO v_last, v_first FROM month_close c
  WHERE c.organization_id = NEW.organization_id AND c.legal_entity_id = NEW.legal_entity_id;
  SELECT (now() AT TIME ZONE o.time_zone)::date INTO v_today FROM organization o WHERE o.organization_id = NEW.organization_id;
  IF NEW.reopened_at IS NOT NULL OR NEW.month <> (v_last + interval '1 month')::date OR NEW.month + interval '1 month' > v_today THEN
    RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
  END IF;
  IF v_last IS NULL AND NEW.month <> v_first THEN
    SELECT min(s.day) INTO v_sold FROM (
      SELECT day, outlet_id FROM sales_day WHERE organization_id = NEW.organization_id
      UNION ALL SELECT day, outlet_id FROM sales_day_delta WHERE organization_id = NEW.organization_id
    ) s WHERE s.outlet_id = ANY (outlets_of(ARRAY[NEW.legal_entity_id]))
      AND (s.outlet_id <> ALL (moved_outlets()) OR entity_on(s.outlet_id, s.day) = NEW.legal_entity_id);
    IF NEW.month > v_first OR v_sold IS NULL OR NEW.month < date_trunc('month', v_sold)::date THEN
      RAISE EXCEPTION 'month_close: out of order' USING errcode = '42501';
    END IF;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION require_month_order FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE TRIGGER month_close_order BEFORE INSERT ON month_close FOR EACH ROW EXECUTE FUNCTION require_month_order();
