-- In SQL by write_marketplace_orders. Writes the parcels that the platform tells of for these orders, and what is in each; those that an order no longer has go.
-- An answer without parcels says nothing of them.
CREATE OR REPLACE FUNCTION write_order_packages(p_shop uuid, p_orders uuid[], p_rows staged_order[], p_changed uuid[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO package AS t (organization_id, id, order_id, shop_id, number, platform_status, channel_id, carrier, tracking_number)
  SELECT v_org, uuid_v7(), u.id, p_shop, x.n, x.status, x.channel, x.carrier, x.tracking
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'packages') AS x(n text, status text, channel text, carrier text, tracking text)
  ON CONFLICT (organization_id, shop_id, number) DO UPDATE SET order_id = excluded.order_id, platform_status = excluded.platform_status,
    channel_id = excluded.channel_id, carrier = excluded.carrier, tracking_number = coalesce(excluded.tracking_number, t.tracking_number),
    version = t.version + 1, updated_at = now();
  -- Split or joined again, an order has other parcels: those that it no longer has would be sent and labelled for ever. What was packed stays.
  DELETE FROM package k USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE k.organization_id = v_org AND k.order_id = u.id AND u.id = ANY (p_changed) AND jsonb_array_length(u.payload->'packages') > 0
    AND k.packed_at IS NULL AND k.manifest_id IS NULL
    AND k.number NOT IN (SELECT x.n FROM jsonb_to_recordset(u.payload->'packages') AS x(n text));
  DELETE FROM package_item i USING package k, unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE i.organization_id = v_org AND k.organization_id = v_org AND k.id = i.package_id AND k.order_id = u.id AND u.id = ANY (p_changed)
    AND jsonb_array_length(u.payload->'packages') > 0;
  INSERT INTO package_item (organization_id, package_id, line, quantity)
  SELECT v_org, k.id, y.line, sum(y.q)
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_recordset(u.payload->'packages') AS x(n text, items jsonb)
  JOIN package k ON k.organization_id = v_org AND k.shop_id = p_shop AND k.number = x.n,
  jsonb_to_recordset(x.items) AS y(line int, q int)
  GROUP BY k.id, y.line
  ON CONFLICT (organization_id, package_id, line) DO UPDATE SET quantity = excluded.quantity;
END $$;
REVOKE ALL ON FUNCTION write_order_packages FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_order_packages TO mascate_worker;
