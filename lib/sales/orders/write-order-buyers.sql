-- In SQL by write_marketplace_orders. Called by write_marketplace_orders, after await_erasure. Keeps the buyers of these orders until
-- their rows say that they are to be purged; what a row leaves empty stays.
CREATE OR REPLACE FUNCTION write_order_buyers(p_orders uuid[], p_rows staged_order[]) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_org uuid := current_organization();
BEGIN
  INSERT INTO order_buyer AS b (organization_id, order_id, name, username, phone, document, address, city, state, postal_code, purge_after)
  SELECT v_org, u.id, p.name, p.username, p.phone, p.document, p.address, p.city, p.state, p."postalCode", (u.payload->>'purgeAfter')::timestamptz
  FROM unnest(p_orders, p_rows) AS u(id, number, code, hash, payload),
  jsonb_to_record(u.payload->'buyer') AS p(name text, username text, phone text, document text, address text, city text, state text, "postalCode" text)
  WHERE u.payload->'buyer' <> 'null' AND (u.payload->>'purgeAfter')::timestamptz > now()
  ON CONFLICT (organization_id, order_id) DO UPDATE SET name = coalesce(excluded.name, b.name), username = coalesce(excluded.username, b.username),
    phone = coalesce(excluded.phone, b.phone), document = coalesce(excluded.document, b.document), address = coalesce(excluded.address, b.address),
    city = coalesce(excluded.city, b.city), state = coalesce(excluded.state, b.state), postal_code = coalesce(excluded.postal_code, b.postal_code),
    purge_after = excluded.purge_after;
  DELETE FROM order_buyer b USING unnest(p_orders, p_rows) AS u(id, number, code, hash, payload)
  WHERE b.organization_id = v_org AND b.order_id = u.id AND (u.payload->>'purgeAfter')::timestamptz <= now();
END $$;
REVOKE ALL ON FUNCTION write_order_buyers FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_order_buyers TO mascate_worker;
