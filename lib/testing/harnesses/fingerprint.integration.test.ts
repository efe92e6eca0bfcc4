import { addExpense } from './export-harness'
import { createTestOrganization } from '../factories/factories'
import { inspect } from './database'
import { fingerprint } from './fingerprint'
import { placesOf } from '../samples/text-places'

test('a fingerprint changes with what its own organization holds, and with nothing of another', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const read = () => Promise.all([fingerprint(mine.organizationId), fingerprint(other.organizationId)])
  const [before, others] = await read()
  expect(before.organization).toMatch(/^1 /)
  await addExpense(mine, 'Luz de outubro', 100n, '2026-10-05')
  const [after, othersAfter] = await read()
  expect(othersAfter).toEqual(others)
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toContain('expense')
  // One letter in a row that was there already.
  await inspect(mine.organizationId, `UPDATE expense SET description = 'Luz de Outubro'`)
  const [changed] = await read()
  expect([changed.expense === after.expense, changed.expense!.split(' ')[0]]).toEqual([false, '1'])
  await inspect(mine.organizationId, `UPDATE expense SET description = 'Luz de outubro'`)
  expect(await placesOf(mine.organizationId, 'Luz de outubro')).toContain('expense.description')
  expect(await placesOf(other.organizationId, 'Luz de outubro')).toEqual([])
})
