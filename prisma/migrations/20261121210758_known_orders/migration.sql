-- What two migrations before this one meant to do: the tables' policies let the owner, too, change one company's rows at a time.
DO $$
DECLARE
  v_org uuid;
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    -- Returns of the last year are read again, for what was not kept of them.
    UPDATE sync_state SET watermark = least(watermark, now() - interval '365 days')
    WHERE organization_id = v_org AND stream = 'returns' AND watermark IS NOT NULL;
    -- Orders whose money is known need not be asked about again.
    UPDATE order_source s SET money_as_of = m.as_of
    FROM (SELECT order_id, max(as_of) AS as_of FROM money_line WHERE organization_id = v_org AND source = 'api' GROUP BY 1) m
    WHERE s.organization_id = v_org AND s.source = 'api' AND s.order_id = m.order_id AND s.money_as_of IS NULL;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
