-- Called by lib/insight/privacy/erase-buyer.ts. The expression that finds these usernames where they stand as one in a record, as they are written
-- and folded there.
CREATE OR REPLACE FUNCTION keyed_usernames(p_usernames text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT '"(buyer_?)?username": ('
    || string_agg(regexp_replace(search_text(to_jsonb(u)::text), '([^[:alnum:][:space:]])', '\\\1', 'g'), '|') || ')' FROM unnest(p_usernames) u
$$;
REVOKE ALL ON FUNCTION keyed_usernames FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION keyed_usernames TO mascate_app;
