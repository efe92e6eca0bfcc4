-- Called by lib/insight/privacy/erase-buyer.ts. The regular expression in which a text stands as it is.
CREATE OR REPLACE FUNCTION whole_words(p_names text[]) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN (SELECT '(^|[^[:alnum:]])(' || string_agg(regexp_replace(search_text(n), '([^[:alnum:][:space:]])', '\\\1', 'g'), '|') || ')($|[^[:alnum:]])'
  FROM unnest(p_names) n);
REVOKE ALL ON FUNCTION whole_words FROM PUBLIC, mascate_app, mascate_worker;
GRANT EXECUTE ON FUNCTION whole_words TO PUBLIC, mascate_app;
