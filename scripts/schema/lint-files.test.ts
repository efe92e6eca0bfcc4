import { readFileSync } from 'node:fs'
import { readObjects } from './files.mjs'
import { lintFiles } from './lint-files.mjs'

const path = 'lib/catalog/stock/count.sql'
const ofLines = (count: number) =>
  readObjects(
    `-- Its header does not count.\nCREATE OR REPLACE FUNCTION count() RETURNS int LANGUAGE sql AS $$\n${'  SELECT 1;\n'.repeat(count - 2)}$$;\n` +
      'REVOKE ALL ON FUNCTION count FROM PUBLIC;\n',
    path,
  ).objects.map((one) => ({ ...one, path }))

test('no function is longer than 80 lines', () => {
  expect(lintFiles()).toEqual([])
})

test('one of 80 lines is right, and one of 81 is refused', () => {
  expect(lintFiles(ofLines(80))).toEqual([])
  expect(lintFiles(ofLines(81))).toEqual([`${path}: function count has 81 lines, 80 at most`])
})

test('no partial index is lost: Prisma knows none, so a table that is made again has to get its own back by hand', () => {
  const baseline = readFileSync('prisma/migrations/0_baseline/migration.sql', 'utf8')
  expect(baseline.match(/^CREATE (UNIQUE )?INDEX .* WHERE \(/gm)!.length).toBeGreaterThanOrEqual(95)
})
