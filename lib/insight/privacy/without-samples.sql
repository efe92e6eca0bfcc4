-- In SQL by forget_marked. A money file's summary without the cells that it shows of what was not read.
CREATE OR REPLACE FUNCTION without_samples(p_summary jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN jsonb_typeof(p_summary #> '{money,unread}') = 'array' THEN jsonb_set(p_summary, '{money,unread}', coalesce((
    SELECT jsonb_agg(CASE WHEN jsonb_typeof(u.one) = 'object' THEN u.one || '{"sample": ""}' ELSE u.one END ORDER BY u.place)
    FROM jsonb_array_elements(p_summary #> '{money,unread}') WITH ORDINALITY AS u(one, place)), '[]')) ELSE p_summary END
$$;
REVOKE ALL ON FUNCTION without_samples FROM PUBLIC, mascate_app, mascate_worker;
