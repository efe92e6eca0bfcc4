-- Called by lib/catalog/mapping/set-kit.ts. In SQL by write_catalogue_kits. Makes a product a kit of these: [{"product", "quantity"}]; of
-- none, a product like others again. Orders that took it keep what they took. Raises P0001 'product_not_found', 'kit_in_kit' (a kit in a
-- kit, or a component that is to be one) or 'kit_has_stock' (what has stock of its own, or has had, is no kit: its open orders would be
-- booked again).
CREATE OR REPLACE FUNCTION set_kit(p_kit uuid, p_parts jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_org uuid := current_organization();
  v_bad uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('kits:' || v_org, 0));
  PERFORM 1 FROM product p WHERE p.organization_id = v_org AND p.id = p_kit FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = p_kit::text; END IF;
  SELECT x.product INTO v_bad FROM jsonb_to_recordset(p_parts) AS x(product uuid, quantity int)
  LEFT JOIN product p ON p.organization_id = v_org AND p.id = x.product AND p.archived_at IS NULL WHERE p.id IS NULL LIMIT 1;
  IF FOUND THEN RAISE EXCEPTION 'product_not_found' USING errcode = 'P0001', detail = coalesce(v_bad::text, ''); END IF;
  IF jsonb_array_length(p_parts) > 0 THEN
    SELECT k.kit_id INTO v_bad FROM kit_component k WHERE k.organization_id = v_org
      AND (k.component_id = p_kit OR k.kit_id IN (SELECT x.product FROM jsonb_to_recordset(p_parts) AS x(product uuid))) LIMIT 1;
    IF FOUND OR EXISTS (SELECT 1 FROM jsonb_to_recordset(p_parts) AS x(product uuid) WHERE x.product = p_kit) THEN
      RAISE EXCEPTION 'kit_in_kit' USING errcode = 'P0001', detail = coalesce(v_bad, p_kit)::text;
    END IF;
    IF EXISTS (SELECT 1 FROM stock_movement m WHERE m.organization_id = v_org AND m.product_id = p_kit) THEN
      RAISE EXCEPTION 'kit_has_stock' USING errcode = 'P0001', detail = p_kit::text;
    END IF;
  END IF;
  DELETE FROM kit_component k WHERE k.organization_id = v_org AND k.kit_id = p_kit
    AND k.component_id NOT IN (SELECT x.product FROM jsonb_to_recordset(p_parts) AS x(product uuid));
  INSERT INTO kit_component AS k (organization_id, kit_id, component_id, quantity)
  SELECT v_org, p_kit, x.product, sum(x.quantity) FROM jsonb_to_recordset(p_parts) AS x(product uuid, quantity int) GROUP BY x.product
  ON CONFLICT (organization_id, kit_id, component_id) DO UPDATE SET quantity = excluded.quantity;
END $$;
REVOKE ALL ON FUNCTION set_kit FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION set_kit TO mascate_app, mascate_worker;
