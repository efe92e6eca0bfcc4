import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findContractSteps } from './testing/contract-steps'

/** The last one of before the rule. */
const BEFORE = '20261123182942_operating_figures'
const folder = 'prisma/migrations'
const newer = readdirSync(folder).filter((name) => name > BEFORE && existsSync(join(folder, name, 'migration.sql')))

test('every migration since leaves the build before it working, or says why what it takes away is needed no more', () => {
  const found = newer.flatMap((name) =>
    findContractSteps(readFileSync(join(folder, name, 'migration.sql'), 'utf8')).map((step) => `${name}: ${step}`),
  )
  expect(found).toEqual([])
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
  ['REVOKE UPDATE ON shop FROM mascate_app;', 'a right is taken'],
  ['-- contract: it is old\nDROP TABLE old_table;', 'a table is dropped'],
  ['-- contract: nobody reads it, from 0.3.0\nSELECT 1;\nDROP TABLE old_table;', 'a table is dropped'],
])('%s is found', (script, what) => {
  expect(findContractSteps(script)).toEqual([expect.stringMatching(`^${what}: `)])
})

test.each([
  '-- contract: nobody reads it since the list was made anew, from 0.3.0\nDROP TABLE old_table;',
  'ALTER TABLE shop ADD COLUMN a int;',
  'ALTER TABLE shop ADD COLUMN a int NOT NULL DEFAULT 0, ADD COLUMN b text;',
  'ALTER TABLE shop ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID;',
  'ALTER TABLE shop DROP CONSTRAINT c;',
  'ALTER TABLE shop ALTER COLUMN a DROP NOT NULL;',
  'ALTER TABLE shop ALTER COLUMN a DROP DEFAULT;',
  'CREATE TABLE t (a int NOT NULL);',
  `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN DROP TABLE t; END $$;`,
  `INSERT INTO t VALUES ('DROP TABLE t;');`,
  'REVOKE ALL ON FUNCTION f FROM PUBLIC;',
  '-- DROP TABLE t;\nSELECT 1;',
  'DROP INDEX shop_name;',
  `DROP FUNCTION f(int);\nCREATE FUNCTION f(int, OUT a int, OUT b int) LANGUAGE sql AS $$ SELECT 1, 2 $$;`,
])('%s is none', (script) => {
  expect(findContractSteps(script)).toEqual([])
})
