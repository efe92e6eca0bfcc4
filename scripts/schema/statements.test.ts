import { aboutOf, keyOf, splitStatements } from './statements.mjs'

test('statements are parted by the semicolons that stand in no body, text, name or comment', () => {
  const script = `-- first; of two
CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'a;' $$;
-- second
INSERT INTO "a;b" VALUES ('it''s; fine') /* and; so on */;
SELECT $body$ $$; $body$`
  expect(splitStatements(script)).toEqual([
    { comments: '-- first; of two', sql: `CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'a;' $$;` },
    { comments: '-- second', sql: `INSERT INTO "a;b" VALUES ('it''s; fine') /* and; so on */;` },
    { comments: '', sql: 'SELECT $body$ $$; $body$' },
  ])
})

test.each([
  ['CREATE OR REPLACE FUNCTION place_order(p jsonb) RETURNS jsonb', 'function place_order'],
  ['REVOKE ALL ON FUNCTION names_buyer(text, text[]) FROM PUBLIC', 'function names_buyer'],
  ['GRANT EXECUTE ON FUNCTION place_order TO mascate_app', 'function place_order'],
  ['ALTER FUNCTION enqueue_job OWNER TO mascate_worker', 'function enqueue_job'],
  [
    'CREATE OR REPLACE TRIGGER sent AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION tell()',
    'trigger sent on orders',
  ],
  ['DROP POLICY IF EXISTS tenant ON orders', 'policy tenant on orders'],
  ['CREATE POLICY tenant ON "import" USING (true)', 'policy tenant on import'],
  ['GRANT UPDATE (memo), SELECT ON bank_entry TO mascate_worker', 'table bank_entry'],
  ['ALTER TABLE orders ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', 'table orders'],
])('%s is about %s', (sql, key) => {
  expect(keyOf(aboutOf(sql)!)).toBe(key)
})

test.each([
  'CREATE TABLE a (b int)',
  'INSERT INTO orders VALUES (1)',
  'CREATE INDEX a ON b (c)',
  'ALTER TABLE a ADD b int',
])('%s is about no object of the files', (sql) => {
  expect(aboutOf(sql)).toBeNull()
})
