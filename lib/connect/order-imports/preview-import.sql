-- Called by lib/connect/order-imports/check-import.ts. The effect of the staged sheet: counts by outcome, period, items, and the listings
-- that it would make.
CREATE OR REPLACE FUNCTION preview_import(p_import uuid) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH r AS MATERIALIZED (
    SELECT outcome, payload FROM import_row WHERE organization_id = current_organization() AND import_id = p_import
  ), good AS (
    SELECT outcome, payload FROM r WHERE outcome <> 'failed'
  ), item AS (
    SELECT i.k AS key, max(i.s) AS sku, max(i.t) AS title, max(i.v) AS variation, sum(i.q) AS units, sum(i.m) AS revenue
    FROM good, jsonb_to_recordset(payload->'items') AS i(k text, s text, t text, v text, q int, m bigint)
    WHERE outcome IN ('new', 'changed') GROUP BY 1
  ), unknown AS (
    SELECT item.* FROM item
    WHERE item.key NOT IN (SELECT l.external_key FROM listing l JOIN import m ON m.organization_id = l.organization_id AND m.shop_id = l.shop_id
        WHERE l.organization_id = current_organization() AND m.id = p_import AND l.product_id IS NOT NULL)
      AND coalesce(item.sku, '')::citext NOT IN (SELECT p.sku FROM product p
        WHERE p.organization_id = current_organization() AND p.archived_at IS NULL)
  )
  SELECT jsonb_build_object(
    'outcomes', (SELECT coalesce(jsonb_object_agg(outcome, n), '{}') FROM (SELECT outcome, count(*) AS n FROM r GROUP BY 1) o),
    'rows', (SELECT coalesce(sum(jsonb_array_length(payload->'items')), 0) FROM good),
    'units', (SELECT coalesce(sum((payload->>'units')::int), 0) FROM good),
    'from', (SELECT min(payload->>'day') FROM good), 'to', (SELECT max(payload->>'day') FROM good),
    'revenueCents', (SELECT coalesce(sum((payload->>'revenue')::bigint), 0)::text FROM good WHERE payload->>'status' NOT IN ('pending', 'cancelled')),
    'badRows', (SELECT coalesce(sum(jsonb_array_length(payload->'problems')), 0) FROM r WHERE outcome = 'failed'),
    'statuses', (SELECT coalesce(jsonb_object_agg(s, n), '{}') FROM (SELECT payload->>'status' AS s, count(*) AS n FROM good GROUP BY 1) st),
    'items', (SELECT count(*) FROM item),
    'unknown', (SELECT count(*) FROM unknown),
    'unknownSample', (SELECT coalesce(jsonb_agg(to_jsonb(u) - 'key' || jsonb_build_object('revenue', u.revenue::text)), '[]')
      FROM (SELECT * FROM unknown ORDER BY revenue DESC, key LIMIT 50) u)
  )
$$;
REVOKE ALL ON FUNCTION preview_import FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION preview_import TO mascate_worker;
