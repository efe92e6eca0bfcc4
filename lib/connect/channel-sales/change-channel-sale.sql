-- In SQL by apply_sales_batch. Called by apply_sales_batch, which holds the stock. A sale (a row of the batch) that the channel has
-- already takes goods that it had not (join_sale) and goes on to where it stands now (advance_sale); its stock is settled, and what it
-- counted for is taken off the roll-ups for the caller to add again. That it went on stands in the audit log, with the import. Locks the
-- order. False where there is nothing to do. Raises P0001 product_not_found, sale_gone.
CREATE OR REPLACE FUNCTION change_channel_sale(p_import uuid, p_order uuid, p_sale jsonb, p_actor uuid, p_backorders boolean) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_row record;
  v_status "OrderStatus";
  v_advances boolean;
  v_lacks boolean;
BEGIN
  SELECT * INTO v_row FROM jsonb_to_record(p_sale) AS s(sale text, status "OrderStatus", "to" "OrderStatus", items jsonb, fee bigint, fee_rate numeric,
    customer text, joins boolean);
  SELECT o.status, coalesce(o.status < v_row."to", false), EXISTS (SELECT 1 FROM jsonb_to_recordset(v_row.items) AS x(sku text)
    WHERE NOT EXISTS (SELECT 1 FROM order_item i WHERE i.organization_id = v_org AND i.order_id = o.id AND lower(i.sku) = lower(x.sku)))
  INTO v_status, v_advances, v_lacks FROM orders o WHERE o.organization_id = v_org AND o.id = p_order FOR UPDATE;
  IF NOT v_lacks AND NOT v_advances THEN RETURN false; END IF;

  IF v_lacks THEN PERFORM require_sale_products(v_row.items); END IF;
  PERFORM append_order_deltas(ARRAY[p_order], -1);
  IF v_lacks AND (v_row.joins IS NULL OR (v_status = 'cancelled') <> (v_row.status = 'cancelled')
    OR NOT join_sale(p_order, v_row.items, v_row.fee, v_row.fee_rate, v_row.customer)) THEN
    RAISE EXCEPTION 'sale_gone' USING errcode = 'P0001', detail = v_row.sale;
  END IF;
  IF v_advances THEN
    PERFORM advance_sale(p_order, v_row."to");
    INSERT INTO audit_event (organization_id, id, actor_kind, actor_id, event, subject_kind, subject_id, before, after)
    VALUES (v_org, uuid_v7(), 'system', p_actor, CASE WHEN v_row."to" = 'cancelled' THEN 'order.cancelled' ELSE 'order.statusChanged' END, 'order',
      p_order::text, jsonb_build_object('status', v_status), jsonb_build_object('status', v_row."to", 'importId', p_import));
  END IF;
  PERFORM reserve_order_stock(ARRAY[p_order], p_actor, p_backorders OR NOT v_lacks);
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION change_channel_sale FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION change_channel_sale TO mascate_worker;
