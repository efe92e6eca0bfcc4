import { listObjects, readObjects } from './files.mjs'
import { lintMigrations } from './lint-migrations.mjs'

test('each function, trigger and policy in a migration comes from its file, and the newest says what the file says', () => {
  expect(lintMigrations()).toEqual([])
  expect(listObjects().length).toBeGreaterThan(500)
})

const path = 'lib/catalog/stock/count.sql'
const text = `CREATE OR REPLACE FUNCTION count() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;\nREVOKE ALL ON FUNCTION count FROM PUBLIC;\n`
const objects = readObjects(text, path).objects.map((one) => ({ ...one, path }))
const baseline = { name: '0_baseline', text }
const later = (script: string) => [baseline, { name: '20261201000000_later', text: script }]
const other = text.replace('SELECT 2', 'SELECT 3')

test('a migration made from the file, and one that is about other things, are right', () => {
  expect(lintMigrations(later(`-- from ${path}\n${text}`), objects)).toEqual([])
  expect(lintMigrations(later('ALTER TABLE stock ADD COLUMN a int;\nDROP POLICY old ON stock;'), objects)).toEqual([])
})

test.each([
  ['a function', other],
  ['a function without OR REPLACE', text.replace(' OR REPLACE', '')],
  ['a trigger', 'CREATE TRIGGER t BEFORE UPDATE ON stock FOR EACH ROW EXECUTE FUNCTION count();'],
  ['a policy', 'CREATE POLICY tenant ON stock USING (true);'],
  ['another policy', 'ALTER POLICY tenant ON stock USING (true);'],
  ['a setting', 'ALTER FUNCTION count() SET search_path = public;'],
])('%s by hand is refused', (_, script) => {
  expect(lintMigrations(later(script), objects)).toContainEqual(
    expect.stringMatching(
      /^20261201000000_later: (CREATE|ALTER) .* is written by hand: change its file, then npm run migration/,
    ),
  )
})

test('a file that was changed wants a migration, and so does one whose object no migration makes', () => {
  expect(lintMigrations([{ name: '0_baseline', text: other }], objects)).toEqual([
    `${path}: function count is another in 0_baseline: npm run migration -- NAME`,
  ])
  expect(lintMigrations(later(`-- from ${path}\n${other}`), objects)).toEqual([
    `${path}: function count is another in 20261201000000_later: npm run migration -- NAME`,
  ])
  expect(lintMigrations([{ name: '0_baseline', text: 'SELECT 1;' }], objects)).toEqual([
    `${path}: no migration makes function count: npm run migration -- NAME`,
  ])
})
