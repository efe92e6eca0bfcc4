-- In SQL by find_named. A buyer is searched as a whole word in a person's text, never in its stored form: a name that is also a key of a
-- record, or a part of other words, identifies no one. Neither function has a search path of its own, so that it becomes a part of the
-- query that calls it.
CREATE OR REPLACE FUNCTION names_buyer(p_json jsonb, p_likes text[], p_words text, p_keyed text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN coalesce(search_text(p_json::text) LIKE ANY (p_likes) AND EXISTS (SELECT 1 FROM jsonb_path_query(p_json, 'strict $.**') v
  WHERE jsonb_typeof(v) IN ('string', 'number') AND search_text(v #>> '{}') ~ p_words), false)
  OR coalesce(search_text(p_json::text) ~ p_keyed, false);
REVOKE ALL ON FUNCTION names_buyer(p_json jsonb, p_likes text[], p_words text, p_keyed text) FROM PUBLIC, mascate_app, mascate_worker;

CREATE OR REPLACE FUNCTION names_buyer(p_text text, p_likes text[], p_words text) RETURNS boolean
LANGUAGE sql IMMUTABLE
RETURN coalesce(search_text(p_text) LIKE ANY (p_likes) AND search_text(p_text) ~ p_words, false);
REVOKE ALL ON FUNCTION names_buyer(p_text text, p_likes text[], p_words text) FROM PUBLIC, mascate_app, mascate_worker;
