-- What the marketplace hides of a buyer (`****`, `M***a`) was kept of sheets as if it were told, and everybody who was hidden alike had one key:
-- who erased or took along one of them had all. It is missing now, as it is of what the API tells (lib/orders/unmasked.ts).
DO $$
DECLARE
  v_org uuid;
  v_hidden bytea[];
BEGIN
  FOR v_org IN SELECT g.organization_id FROM organization g LOOP
    PERFORM set_config('app.organization_id', v_org::text, true);
    -- A key cannot be made here, so it is told by whom it stands for. One person has one username: a key of several was made of a hidden one (who
    -- is told of by name gets their own by night, lib/orders/key-buyers.ts), and so was one of hidden ones alone, unless the API told of an order of theirs or others' keys stand beside the same hidden name: a sheet may
    -- have hidden later who was known by then. What cannot be told is left.
    WITH known AS (
      SELECT o.buyer_key AS key, lower(btrim(b.username)) AS name, b.username LIKE '%**%' AS hidden, EXISTS (
        SELECT 1 FROM order_source s WHERE s.organization_id = v_org AND s.order_id = o.id AND s.source = 'api') AS told
      FROM order_buyer b JOIN orders o ON o.organization_id = v_org AND o.id = b.order_id
      WHERE b.organization_id = v_org AND b.username IS NOT NULL AND o.buyer_key IS NOT NULL
    ), shared AS (SELECT k.name FROM known k WHERE k.hidden GROUP BY k.name HAVING count(DISTINCT k.key) > 1)
    SELECT array_agg(h.key) INTO v_hidden FROM (
      SELECT k.key FROM known k GROUP BY k.key
      HAVING count(DISTINCT k.name) FILTER (WHERE NOT k.hidden) > 1
        OR bool_and(k.hidden AND NOT k.told AND k.name NOT IN (SELECT s.name FROM shared s))) h;
    UPDATE orders o SET buyer_key = NULL WHERE o.organization_id = v_org AND o.buyer_key = ANY (v_hidden);

    -- The row stays, since what goes with its term goes by it.
    UPDATE order_buyer b SET
      name = CASE WHEN b.name NOT LIKE '%**%' THEN b.name END, username = CASE WHEN b.username NOT LIKE '%**%' THEN b.username END,
      phone = CASE WHEN b.phone NOT LIKE '%**%' THEN b.phone END, document = CASE WHEN b.document NOT LIKE '%**%' THEN b.document END,
      address = CASE WHEN b.address NOT LIKE '%**%' THEN b.address END, city = CASE WHEN b.city NOT LIKE '%**%' THEN b.city END,
      state = CASE WHEN b.state NOT LIKE '%**%' THEN b.state END, postal_code = CASE WHEN b.postal_code NOT LIKE '%**%' THEN b.postal_code END
    WHERE b.organization_id = v_org
      AND concat_ws(' ', b.name, b.username, b.phone, b.document, b.address, b.city, b.state, b.postal_code) LIKE '%**%';

    -- Sheets that wait to be confirmed.
    UPDATE import_row r SET payload = r.payload || jsonb_build_object(
      'buyerKey', CASE WHEN r.payload->'buyer'->>'username' LIKE '%**%' THEN 'null' ELSE r.payload->'buyerKey' END,
      'buyer', (SELECT jsonb_object_agg(t.field, CASE WHEN t.said NOT LIKE '%**%' THEN t.said END)
        FROM jsonb_each_text(r.payload->'buyer') AS t(field, said)))
    WHERE r.organization_id = v_org AND jsonb_typeof(r.payload->'buyer') = 'object' AND r.payload->>'buyer' LIKE '%**%';
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
