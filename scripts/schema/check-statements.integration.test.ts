import { withOwner } from '../../lib/testing/harnesses/database'
import { checkStatements } from './check-statements.mjs'

test('a missing column, table and function are reported with their place, and a statement that can be prepared is not', async () => {
  const statements = [
    'SELECT code FROM orders WHERE id = $1 AND placed_at > $2',
    'SELECT code, no_column FROM orders',
    'SELECT 1 FROM no_table',
    'SELECT no_function($1::uuid)',
    'UPDATE orders SET units = $1::jsonb',
    'SELECT $1',
  ].map((text, at) => ({ path: 'lib/a.ts', line: at + 1, texts: [text] }))
  expect(await withOwner((owner) => checkStatements(owner, statements))).toEqual([
    'lib/a.ts:2: column "no_column" does not exist',
    'lib/a.ts:3: relation "no_table" does not exist',
    'lib/a.ts:4: function no_function(uuid) does not exist',
    'lib/a.ts:5: column "units" is of type integer but expression is of type jsonb',
  ])
})

test('a declared row that is answered otherwise is reported with its columns', async () => {
  const column = (name: string, ...kinds: string[]) => ({ name, kinds, isOptional: false })
  const text =
    "SELECT count(*) AS count, 1::numeric AS rate, now() AS at, ARRAY['a'] AS keys, '{}'::jsonb AS known, code FROM orders GROUP BY code"
  const right = [
    column('count', 'bigint'),
    column('rate', 'decimal'),
    column('at', 'date'),
    column('keys', 'string[]'),
    column('known', 'json'),
    column('code', 'string'),
    { ...column('more', 'string'), isOptional: true },
  ]
  const wrong = [
    column('count', 'number'),
    column('at', 'string'),
    column('keys', 'string'),
    column('known', 'object with a date or bigint'),
    column('orderCode', 'string'),
  ]
  const statements = [right, wrong].map((columns, at) => ({ path: 'lib/a.ts', line: at + 1, texts: [text], columns }))
  expect(await withOwner((owner) => checkStatements(owner, statements))).toEqual([
    'lib/a.ts:2: the row declares "count" as number, and int8 is answered as bigint',
    'lib/a.ts:2: the row declares "at" as string, and timestamptz is answered as date',
    'lib/a.ts:2: the row declares "keys" as string, and _text is answered as string[]',
    'lib/a.ts:2: the row declares "known" as object with a date or bigint, and jsonb is answered as json',
    'lib/a.ts:2: the row declares "orderCode", which is not answered',
  ])
})
