import { readHeads } from './sql-callers.mjs'

test('the head of each SQL function names who calls it (node scripts/schema/sql-callers.mjs writes them)', () => {
  const heads = readHeads()
  expect(heads.filter(({ head, wanted }) => head !== wanted).map(({ name }) => name)).toEqual([])
  expect(heads.length).toBeGreaterThan(150)
})
