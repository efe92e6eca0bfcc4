-- In SQL by erase_buyer. Which of these names stand in a text, by their number; none where a username stands as one. A name is looked for
-- only where its rarest word stands, and made into an expression only for a text with its likeness: one expression of thousands of names
-- grows beyond what PostgreSQL compiles.
CREATE OR REPLACE FUNCTION find_named(p_likes text[], p_words text[], p_keyed text) RETURNS TABLE (place text, record text, nth integer)
LANGUAGE sql STABLE AS $$
  WITH name AS MATERIALIZED (SELECT w.nth::integer AS nth, w.likes, w.words FROM unnest(p_likes, p_words) WITH ORDINALITY w(likes, words, nth)),
  part AS MATERIALIZED (SELECT n.nth, w.word FROM name n, list_words(n.likes, false) w(word)),
  text AS MATERIALIZED (
    SELECT row_number() OVER () AS nth, l.*, search_text(coalesce(l.said, l.told::text)) AS searched FROM list_said() l),
  word AS MATERIALIZED (
    SELECT DISTINCT w.word, t.nth AS text FROM text t, list_words(t.searched, t.told IS NOT NULL) w(word)
    WHERE w.word IN (SELECT p.word FROM part p)),
  spread AS (SELECT w.word, count(*) AS texts FROM word w GROUP BY w.word),
  rarest AS MATERIALIZED (
    SELECT DISTINCT ON (p.nth) p.nth, p.word FROM part p LEFT JOIN spread s ON s.word = p.word ORDER BY p.nth, coalesce(s.texts, 0))
  SELECT t.place, t.record, NULL FROM text t WHERE t.told IS NOT NULL AND t.searched ~ p_keyed
  UNION SELECT t.place, t.record, n.nth FROM rarest r JOIN word w ON w.word = r.word JOIN text t ON t.nth = w.text JOIN name n ON n.nth = r.nth
    WHERE t.searched LIKE n.likes
    AND CASE WHEN t.told IS NULL THEN t.searched ~ n.words ELSE names_buyer(t.told, ARRAY[n.likes], n.words, NULL) END
$$;
REVOKE ALL ON FUNCTION find_named FROM PUBLIC, mascate_app, mascate_worker;
