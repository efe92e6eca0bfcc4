-- In SQL by find_named. The words of a text; between two of them in a record may stand a sign that is written by letters (\n). The empty
-- one is in every text.
CREATE OR REPLACE FUNCTION list_words(p_searched text, p_is_record boolean) RETURNS SETOF text
LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_split_to_table(' ' || CASE WHEN p_is_record THEN regexp_replace(p_searched, '\\(u[0-9a-f]{4}|.)', ' ', 'g') ELSE p_searched END,
    '[^[:alnum:]]+')
$$;
REVOKE ALL ON FUNCTION list_words FROM PUBLIC, mascate_app, mascate_worker;
