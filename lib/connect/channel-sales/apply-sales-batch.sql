-- Called by lib/connect/channel-sales/apply-sales.ts. Applies the next orders of a confirmed sheet of sales as place_order would have saved them on
-- their day. One that asks for more than is available, or whose number another order bears, is refused alone; one that the channel has
-- already takes goods that it had not, goes on to where it stands now, and is left as it is otherwise (change_channel_sale). Locks the
-- import, then the sales of the company (an advisory lock), then the orders that the batch names by their ids and the stock of all (lock_sales_stock).
CREATE OR REPLACE FUNCTION apply_sales_batch(p_import uuid, p_limit integer, p_numbers jsonb)
RETURNS TABLE (created integer, updated integer, kept integer, refused integer, waiting boolean, first integer, last integer)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
  v_batch integer[];
  v_orders uuid[] := '{}';
  v_order uuid;
  v_actor uuid;
  v_backorders boolean;
  v_detail text;
  v_from date;
  v_row record;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false;
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'sales' THEN RETURN NEXT; RETURN; END IF;
  v_from := (m.options->>'stockFrom')::date;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_backorders := (SELECT o.backorders FROM organization o WHERE o.organization_id = v_org);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  -- Sheets of one company take turns: they may name the same sales.
  PERFORM pg_advisory_xact_lock(hashtextextended('sales:' || v_org, 0));
  -- All that the batch may take, in the order of all writers, before the first order takes any of it.
  PERFORM lock_sales_stock(p_import, v_batch, v_from);

  FOR v_row IN
    SELECT r.number, p.*, r.payload->'items' AS items, c.id AS channel_id, c.name AS channel_name, c.fee_rate,
      row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number) AS place
    FROM import_row r CROSS JOIN LATERAL jsonb_to_record(r.payload) AS p(channel text, sale text, code text, day date, "placedAt" timestamptz,
      status "OrderStatus", "to" "OrderStatus", customer text, units int, revenue bigint, discount bigint, fee bigint, joins boolean, "otherCodes" text[])
    LEFT JOIN channel c ON c.organization_id = v_org AND c.name = p.channel::citext AND c.archived_at IS NULL
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.channel_id IS NULL THEN RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001'; END IF;
      v_order := (SELECT s.order_id FROM channel_sale s WHERE s.organization_id = v_org AND s.channel_id = v_row.channel_id AND s.number = v_row.sale);
      IF v_order IS NULL AND v_row.joins THEN RAISE EXCEPTION 'sale_gone' USING errcode = 'P0001', detail = v_row.sale; END IF;
      IF v_order IS NULL THEN
        v_order := uuid_v7();
        PERFORM add_channel_sale(v_order, to_jsonb(v_row), 'MAN-' || left(v_row.day::text, 4) || '-'
          || to_char(coalesce((p_numbers->>left(v_row.day::text, 4))::int, 0) + v_row.place, 'FM9999900000'), v_from IS NULL OR v_row.day >= v_from, v_actor);
        PERFORM reserve_order_stock(ARRAY[v_order], v_actor, v_backorders);
        created := created + 1;
      ELSIF change_channel_sale(p_import, v_order, to_jsonb(v_row), v_actor, v_backorders) THEN
        updated := updated + 1;
      ELSE
        kept := kept + 1;
        CONTINUE;
      END IF;
      v_orders := v_orders || v_order;
    EXCEPTION WHEN unique_violation THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, 'numberTaken', v_row.code);
      refused := refused + 1;
    WHEN raise_exception THEN
      GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
      PERFORM refuse_sale(p_import, v_row.number, SQLERRM, v_detail);
      refused := refused + 1;
    END;
  END LOOP;
  PERFORM append_order_deltas(v_orders, 1);

  DELETE FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.outcome <> 'failed';
  PERFORM add_sheet_result(p_import, cardinality(v_batch), created, updated, kept, refused);
  waiting := EXISTS (SELECT 1 FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import AND r.outcome IN ('new', 'changed'));
  RETURN NEXT;
END $$;
REVOKE ALL ON FUNCTION apply_sales_batch FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION apply_sales_batch TO mascate_worker;
