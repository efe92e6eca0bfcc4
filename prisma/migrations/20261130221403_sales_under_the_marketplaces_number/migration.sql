SET LOCAL check_function_bodies = off;

-- from lib/connect/channel-sales/add-channel-sale.sql
CREATE OR REPLACE FUNCTION add_channel_sale(p_order uuid, p_sale jsonb, p_code text, p_moves_stock boolean, p_actor uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_row record;
BEGIN
  SELECT * INTO v_row FROM jsonb_to_record(p_sale) AS s(sale text, code text, day date, "placedAt" timestamptz, status "OrderStatus", customer text, units int, revenue bigint,
    discount bigint, fee bigint, items jsonb, channel_id uuid, channel_name citext, fee_rate numeric, "otherCodes" text[]);
  IF EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'shopee' AND o.external_code = ANY (upper(v_row.code) || v_row."otherCodes")) THEN
    RAISE EXCEPTION USING errcode = 'unique_violation';
  END IF;
  PERFORM require_sale_products(v_row.items);
  INSERT INTO orders (organization_id, id, code, platform, channel_id, outlet_id, external_code, status, customer_name, placed_at, local_day, paid_at,
    shipped_at, delivered_at, cancelled_at, units, revenue_cents, seller_discount_cents, total_cents, fees_charged_cents, moves_stock, created_by)
  VALUES (v_org, p_order, p_code,
    'manual', v_row.channel_id, v_row.channel_id,
    CASE WHEN v_row.code IS NULL THEN NULL WHEN EXISTS (SELECT 1 FROM orders o WHERE o.organization_id = v_org AND o.platform = 'manual' AND o.external_code = v_row.code)
      THEN v_row.code || ' · ' || v_row.channel_name ELSE v_row.code END,
    v_row.status, v_row.customer, v_row."placedAt", v_row.day,
    CASE WHEN v_row.status <> 'pending' THEN v_row."placedAt" END, CASE WHEN v_row.status IN ('shipped', 'delivered') THEN v_row."placedAt" END,
    CASE WHEN v_row.status = 'delivered' THEN v_row."placedAt" END, CASE WHEN v_row.status = 'cancelled' THEN v_row."placedAt" END,
    v_row.units, v_row.revenue, v_row.discount, v_row.revenue, coalesce(v_row.fee, round(v_row.revenue * v_row.fee_rate)),
    p_moves_stock, p_actor);
  INSERT INTO order_item (organization_id, order_id, line, product_id, sku, title, quantity, unit_price_cents, discount_cents, subtotal_cents, unit_cost)
  SELECT v_org, p_order, x.line, p.id, p.sku::text, p.title, x.q, x.p, x.d, x.m,
    unit_cost_on(p.id, v_row.day)
  FROM ROWS FROM (jsonb_to_recordset(v_row.items) AS (sku text, q int, p bigint, d bigint, m bigint)) WITH ORDINALITY AS x(sku, q, p, d, m, line)
  JOIN product p ON p.organization_id = v_org AND p.sku_key = lower(x.sku);
  INSERT INTO channel_sale (organization_id, channel_id, number, order_id) VALUES (v_org, v_row.channel_id, v_row.sale, p_order);
  -- Under its number at the marketplace the sale becomes the shop's order as well (adopt_channel_sales).
  INSERT INTO channel_sale (organization_id, channel_id, number, order_id)
  SELECT v_org, v_row.channel_id, c.number, p_order FROM unnest(v_row."otherCodes") AS c(number) ON CONFLICT DO NOTHING;
END $$;
REVOKE ALL ON FUNCTION add_channel_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION add_channel_sale TO mascate_worker;

-- from lib/connect/channel-sales/apply-sales-batch.sql
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
