import exceptions from '../area-exceptions.json'
import { readHeads, readWrongCalls } from './sql-callers.mjs'

test('the head of each SQL function names who calls it (node scripts/schema/sql-callers.mjs writes them)', () => {
  const heads = readHeads()
  expect(heads.filter(({ head, wanted }) => head !== wanted).map(({ name }) => name)).toEqual([])
  expect(heads.length).toBeGreaterThan(150)
})

test('a SQL function calls those of its own area and of the areas before it, but for the listed exceptions', () => {
  const allowed = exceptions.filter(({ from }) => from.endsWith('.sql')).map(({ from, to }) => ({ from, to }))
  expect(readWrongCalls()).toEqual(allowed)
})
