-- Called by lib/connect/sync/inbound/releases.ts. In SQL by write_income. Writes payouts of a shop: {code, key, amount, at, source}. An order
-- that was paid twice keeps both. Answers how many are new or changed.
CREATE OR REPLACE FUNCTION write_releases(p_shop uuid, p_rows jsonb) RETURNS integer
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  v_changed integer;
  v_rows jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('releases:' || p_shop, 0));
  SELECT coalesce(jsonb_agg(r.value || jsonb_build_object('n', r.ordinality)), '[]') INTO v_rows FROM jsonb_array_elements(p_rows) WITH ORDINALITY r;
  INSERT INTO release AS t (organization_id, shop_id, external_code, source, key, amount_cents, released_at)
  SELECT DISTINCT ON (r.code, r.source, k.key) current_organization(), p_shop, r.code, r.source, k.key, r.amount, r.at
  FROM jsonb_to_recordset(v_rows) AS r(n integer, code text, source "PayoutSource", amount bigint, at timestamptz)
  JOIN release_keys(p_shop, v_rows) k ON k.n = r.n
  ORDER BY r.code, r.source, k.key, r.at DESC
  ON CONFLICT (organization_id, shop_id, external_code, source, key) DO UPDATE SET amount_cents = excluded.amount_cents, released_at = excluded.released_at
  WHERE (t.amount_cents, t.released_at) IS DISTINCT FROM (excluded.amount_cents, excluded.released_at);
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  RETURN v_changed;
END $$;
REVOKE ALL ON FUNCTION write_releases FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION write_releases TO mascate_worker;
