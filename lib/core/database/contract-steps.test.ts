import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findContractSteps } from '@/lib/testing/harnesses/contract-steps'

const folder = 'prisma/migrations'
const newer = readdirSync(folder).filter(
  (name) => name > '0_baseline' && existsSync(join(folder, name, 'migration.sql')),
)

test('every migration since the baseline leaves the build before it working, or says why what it takes away is needed no more', () => {
  const matches = newer.flatMap((name) =>
    findContractSteps(readFileSync(join(folder, name, 'migration.sql'), 'utf8')).map((step) => `${name}: ${step}`),
  )
  expect(matches).toEqual([])
})

test('an index that comes or goes beside the work stands in a file that says first that it takes no transaction', () => {
  const unsaid = newer.filter((name) => {
    const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
    return /\bCONCURRENTLY\b/i.test(script.replace(/--.*$/gm, '')) && !/^-- no transaction\b/.test(script)
  })
  expect(unsaid).toEqual([])
})

test.each([
  ['DROP TABLE old_table;', 'a table is dropped'],
  ['ALTER TABLE shop DROP COLUMN "name";', 'a column is dropped'],
  ['ALTER TABLE shop\n  ADD COLUMN a int,\n  DROP COLUMN name;', 'a column is dropped'],
  ['ALTER TABLE shop DROP name;', 'a column is dropped'],
  ['ALTER TABLE shop RENAME COLUMN a TO b;', 'something is renamed'],
  ['ALTER TABLE shop RENAME TO outlet;', 'something is renamed'],
  ['ALTER FUNCTION f(int) RENAME TO g;', 'something is renamed'],
  ['ALTER TABLE shop ADD COLUMN a int NOT NULL;', 'a column is added NOT NULL without a default'],
  ['ALTER TABLE shop ADD a int DEFAULT 1, ADD b text NOT NULL;', 'a column is added NOT NULL without a default'],
  ['ALTER TABLE shop ALTER COLUMN a SET NOT NULL;', 'a column becomes NOT NULL'],
  ['ALTER TABLE shop ALTER a TYPE bigint;', 'a column changes its type'],
  ['ALTER TABLE shop ALTER COLUMN "a" SET DATA TYPE bigint;', 'a column changes its type'],
  ['DROP FUNCTION f(int);', 'a function is dropped'],
  ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS shop_name ON shop (name);', 'a unique index is made'],
  ['CREATE INDEX shop_name ON shop (name);', 'an index is built while writes wait'],
  [
    '-- contract: no two have one name, from 0.3.0\nCREATE UNIQUE INDEX shop_name ON shop (name);',
    'an index is built while writes wait',
  ],
  [
    '-- contract: nothing asks by it any more, from 0.3.0\nDROP INDEX shop_name;',
    'an index is dropped while reads wait',
  ],
  ['ALTER TABLE shop ADD CONSTRAINT c CHECK (a > 0);', 'a constraint is added'],
  ['ALTER TABLE shop ADD CONSTRAINT c CHECK (a > 0) NOT VALID;', 'a constraint is added'],
  ['ALTER TABLE shop ADD COLUMN b int, ADD UNIQUE (a);', 'a constraint is added'],
  ['ALTER TABLE shop DROP CONSTRAINT c;', 'a constraint is dropped'],
  ['DROP INDEX CONCURRENTLY IF EXISTS shop_name;', 'an index is dropped'],
  ['ALTER TABLE shop ALTER COLUMN a DROP DEFAULT;', 'a default is dropped'],
  ['TRUNCATE shop;', 'rows are taken away'],
  ['DROP POLICY tenant ON shop;', 'a policy is dropped'],
  [
    'DROP POLICY tenant ON shop;\nCREATE POLICY tenant ON outlet USING (true);\nCREATE POLICY own ON shop USING (true);',
    'a policy is dropped',
  ],
  [
    `DROP FUNCTION f(int);\nCREATE FUNCTION f(a int, b text) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`,
    'a function is called otherwise',
  ],
  [
    `DROP FUNCTION f(int, numeric(12, 2));\nCREATE FUNCTION f(a int, b text DEFAULT 'x') RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`,
    'a function is called otherwise',
  ],
  [
    `DROP FUNCTION f(int);\nCREATE FUNCTION f(int, OUT a int, OUT b int) LANGUAGE sql AS $$ SELECT 1, 2 $$;`,
    'a function may answer otherwise',
  ],
  [
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;\nCREATE TRIGGER t BEFORE UPDATE ON shop FOR EACH ROW EXECUTE FUNCTION refuse();`,
    'a trigger may refuse a row',
  ],
  [
    `CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;\nCREATE TRIGGER t BEFORE INSERT ON shop FOR EACH ROW EXECUTE FUNCTION skip();`,
    'a trigger may refuse a row',
  ],
  ['CREATE TRIGGER t BEFORE UPDATE ON shop FOR EACH ROW EXECUTE FUNCTION made_before();', 'a trigger may refuse a row'],
  ['REVOKE UPDATE ON shop FROM mascate_app;', 'a right is taken'],
  ['-- contract: it is old\nDROP TABLE old_table;', 'a table is dropped'],
  ['-- contract: it is not read, from 0.3.0\nSELECT 1;\nDROP TABLE old_table;', 'a table is dropped'],
])('%s is found', (script, what) => {
  expect(findContractSteps(script)).toEqual([expect.stringMatching(`^${what}: `)])
})

test.each([
  '-- contract: it is not read since the list was rewritten, from 0.3.0\nDROP TABLE old_table;',
  'ALTER TABLE shop ADD COLUMN a int;',
  'ALTER TABLE shop ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b text;',
  '-- no transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS shop_name ON shop (name);',
  '-- no transaction\n-- contract: nothing asks by it any more, from 0.3.0\nDROP INDEX CONCURRENTLY IF EXISTS shop_name;',
  'CREATE TABLE t (a int);\nCREATE INDEX t_b ON t (a);\nCREATE UNIQUE INDEX t_a ON t (a);\nALTER TABLE t ADD CONSTRAINT c CHECK (a > 0);',
  'CREATE TABLE t (a int);\nCREATE TRIGGER t BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION made_before();',
  '-- contract: the build before writes no other values, from 0.3.0\nALTER TABLE shop ADD CONSTRAINT c CHECK (a > 0);',
  'DROP POLICY tenant ON shop;\nCREATE POLICY tenant ON shop USING (true);',
  `DROP FUNCTION f(int, numeric(12, 2));\nCREATE FUNCTION f(a integer, b numeric(12, 2), c text DEFAULT 'x') RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`,
  `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t VALUES (1); RETURN NULL; END $$;\nCREATE TRIGGER t AFTER INSERT ON shop FOR EACH ROW EXECUTE FUNCTION note();`,
  'ALTER TABLE shop ALTER COLUMN a DROP NOT NULL;',
  'CREATE TABLE t (a int NOT NULL);',
  `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE t; END $$;`,
  `INSERT INTO t VALUES ('DROP TABLE t;');`,
  'REVOKE ALL ON FUNCTION f FROM PUBLIC;',
  '-- DROP TABLE t;\nSELECT 1;',
])('%s is none', (script) => {
  expect(findContractSteps(script)).toEqual([])
})
