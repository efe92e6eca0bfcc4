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
