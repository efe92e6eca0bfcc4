-- Called by lib/channel-sales/apply-sales.ts. Applies the next orders of a confirmed sheet of sales as place_order would have saved them
-- on their day. One that asks for more than is available, or whose number another order bears, is refused alone; one that the channel has
-- already takes goods that it had not (join_sale), goes on to where it stands now (advance_sale), and is left as it is otherwise. Locks the
-- stock of the batch first (lock_order_stock).
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
  v_row record;
  v_status "OrderStatus";
  v_advances boolean;
  v_lacks boolean;
  m import;
BEGIN
  created := 0; updated := 0; kept := 0; refused := 0; waiting := false;
  SELECT * INTO m FROM import i WHERE i.organization_id = v_org AND i.id = p_import FOR UPDATE;
  IF NOT FOUND OR m.state <> 'applying' OR m.kind <> 'sales' THEN RETURN NEXT; RETURN; END IF;
  v_actor := coalesce((m.options->>'confirmedBy')::uuid, m.created_by);
  v_backorders := (SELECT o.backorders FROM organization o WHERE o.organization_id = v_org);
  v_batch := array(SELECT r.number FROM import_row r WHERE r.organization_id = v_org AND r.import_id = p_import
    AND r.outcome IN ('new', 'changed') ORDER BY r.number LIMIT p_limit);
  first := v_batch[1];
  last := v_batch[cardinality(v_batch)];
  -- Sheets of one company take turns: they may name the same sales.
  PERFORM pg_advisory_xact_lock(hashtextextended('sales:' || v_org, 0));
  -- All that the batch may take, in the order of all writers, before the first order takes any of it.
  PERFORM lock_order_stock(array(
    SELECT s.order_id FROM import_row r JOIN channel c ON c.organization_id = v_org AND c.name = (r.payload->>'channel')::citext
    JOIN channel_sale s ON s.organization_id = v_org AND s.channel_id = c.id AND s.number = r.payload->>'sale'
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) AND r.payload ? 'joins'), array(
    SELECT DISTINCT p.id FROM import_row r, jsonb_to_recordset(r.payload->'items') AS x(sku text)
    JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku)
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch)
      AND ((m.options->>'stockFrom') IS NULL OR (r.payload->>'day')::date >= (m.options->>'stockFrom')::date)));

  FOR v_row IN
    SELECT r.number, p.*, r.payload->'items' AS items, c.id AS channel_id, c.name AS channel_name, c.fee_rate,
      row_number() OVER (PARTITION BY left(p.day::text, 4) ORDER BY r.number) AS place
    FROM import_row r CROSS JOIN LATERAL jsonb_to_record(r.payload) AS p(channel text, sale text, code text, day date, "placedAt" timestamptz,
      status "OrderStatus", "to" "OrderStatus", customer text, units int, revenue bigint, discount bigint, fee bigint, joins boolean)
    LEFT JOIN channel c ON c.organization_id = v_org AND c.name = p.channel::citext AND c.archived_at IS NULL
    WHERE r.organization_id = v_org AND r.import_id = p_import AND r.number BETWEEN first AND last AND r.number = ANY (v_batch) ORDER BY r.number
  LOOP
    BEGIN
      IF v_row.channel_id IS NULL THEN RAISE EXCEPTION 'channel_not_found' USING errcode = 'P0001'; END IF;
      v_order := (SELECT s.order_id FROM channel_sale s WHERE s.organization_id = v_org AND s.channel_id = v_row.channel_id AND s.number = v_row.sale);
      IF v_order IS NULL AND v_row.joins THEN RAISE EXCEPTION 'sale_gone' USING errcode = 'P0001', detail = v_row.sale; END IF;
      IF v_order IS NOT NULL THEN
        SELECT o.status, coalesce(o.status < v_row."to", false), EXISTS (SELECT 1 FROM jsonb_to_recordset(v_row.items) AS x(sku text)
          WHERE NOT EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = o.id AND lower(i.sku) = lower(x.sku)))
        INTO v_status, v_advances, v_lacks FROM orders o WHERE o.organization_id = v_org AND o.id = v_order FOR UPDATE;
        IF NOT v_lacks AND NOT v_advances THEN
          kept := kept + 1;
          CONTINUE;
        END IF;
      END IF;
      SELECT x.sku INTO v_detail FROM jsonb_to_recordset(v_row.items) AS x(sku text)
      LEFT JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku) AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
      IF FOUND AND (v_order IS NULL OR v_lacks) THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = v_detail; END IF;
      IF v_order IS NOT NULL THEN
        PERFORM append_order_deltas(ARRAY[v_order], -1);
        IF v_lacks AND (v_row.joins IS NULL OR (v_status = 'cancelled') <> (v_row.status = 'cancelled')
          OR NOT join_sale(v_order, v_row.items, v_row.fee, v_row.fee_rate, v_row.customer)) THEN
          RAISE EXCEPTION 'sale_gone' USING errcode = 'P0001', detail = v_row.sale;
        END IF;
        IF v_advances THEN PERFORM advance_sale(v_order, v_row."to"); END IF;
        PERFORM settle_order_stock(ARRAY[v_order], v_actor, v_backorders OR NOT v_lacks);
        v_orders := v_orders || v_order;
        updated := updated + 1;
        CONTINUE;
      END IF;
      v_order := uuid_v7();
      INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, external_code, status, customer_name, placed_at, local_day, paid_at,
        shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, total_cents, fees_charged_cents, moves_stock, created_by)
      VALUES (v_org, v_order, 'MAN-' || left(v_row.day::text, 4) || '-' || to_char(coalesce((p_numbers->>left(v_row.day::text, 4))::int, 0) + v_row.place, 'FM9999900000'),
        'manual', v_row.channel_id, v_row.channel_id,
        CASE WHEN v_row.code IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'manual' AND o.external_code = v_row.code)
          THEN v_row.code || ' · ' || v_row.channel_name ELSE v_row.code END,
        v_row.status, v_row.customer, v_row."placedAt", v_row.day,
        CASE WHEN v_row.status <> 'pending' THEN v_row."placedAt" END, CASE WHEN v_row.status IN ('shipped', 'delivered') THEN v_row."placedAt" END,
        CASE WHEN v_row.status = 'delivered' THEN v_row."placedAt" END, CASE WHEN v_row.status = 'cancelled' THEN v_row."placedAt" END,
        v_row.units, v_row.revenue, v_row.discount, v_row.revenue, coalesce(v_row.fee, round(v_row.revenue * v_row.fee_rate)),
        (m.options->>'stockFrom') IS NULL OR v_row.day >= (m.options->>'stockFrom')::date, v_actor);
      INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
      SELECT v_org, v_order, x.line, p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m,
        unit_cost_on(p.id, v_row.day)
      FROM ROWS FROM (jsonb_to_recordset(v_row.items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
      JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku);
      INSERT INTO channel_sale (organization_id, channel_id, number, order_id) VALUES (v_org, v_row.channel_id, v_row.sale, v_order);
      PERFORM settle_order_stock(ARRAY[v_order], v_actor, v_backorders);
      v_orders := v_orders || v_order;
      created := created + 1;
    EXCEPTION WHEN unique_violation THEN
      PERFORM refuse_sheet_row(p_import, v_row.number, 'numberTaken', v_row.code);
      refused := refused + 1;
    WHEN raise_exception THEN
      GET STACKED DIAGNOSTICS v_detail = PG_EXCEPTION_DETAIL;
      IF SQLERRM = 'insufficient_stock' THEN
        SELECT p.sku || ': ' || (v_detail::jsonb->>'available') INTO v_detail FROM product p
        WHERE p.organization_id = v_org AND p.id = (v_detail::jsonb->>'product')::uuid;
        PERFORM refuse_sheet_row(p_import, v_row.number, 'insufficientStock', v_detail);
      ELSE
        PERFORM refuse_sheet_row(p_import, v_row.number, CASE SQLERRM WHEN 'channel_not_found' THEN 'channelGone' WHEN 'sale_gone' THEN 'changedSince' ELSE 'skuUnknown' END, v_detail);
      END IF;
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
