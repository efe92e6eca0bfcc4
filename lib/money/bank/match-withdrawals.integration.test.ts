import { withOrganization, type Db } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addMovements } from '@/lib/testing/harnesses/money-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { matchWithdrawals } from './match-withdrawals'

/** Notes how many pairs each read brings, of which the best are chosen. */
const noting = (db: Db, weighed: number[]) =>
  new Proxy(db, {
    get: (_, key) =>
      key !== '$queryRaw'
        ? (Reflect.get(db, key) as unknown)
        : async (...given: Parameters<Db['$queryRaw']>) => {
            const rows = await db.$queryRaw<unknown[]>(...given)
            weighed.push(rows.length)
            return rows
          },
  })

test('withdrawals that are all alike find an entry each, weighed with a few and not with all', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const shop = await addShop(company, 'Loja')
  const many = 40
  await addMovements(
    company,
    shop,
    Array.from({ length: many }, () => ({ at: '2026-11-10T12:00:00Z', cents: -10_000n, kind: 'withdrawal' as const })),
  )
  await inspect(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     SELECT current_organization(), gen_random_uuid(), $1, 'account', '1234', 'F' || n, '2026-11-11', 10000, 'SHPP' FROM generate_series(1, $2) n`,
    [legalEntityId, many],
  )
  const weighed: number[] = []
  expect(
    await withOrganization({ organizationId }, (db) => matchWithdrawals(noting(db, weighed), organizationId)),
  ).toBe(many)
  expect(weighed).toHaveLength(2)
  expect(weighed[0]).toBeLessThanOrEqual(11 * many)
  const [row] = await inspect<{ count: number }>(
    organizationId,
    'SELECT count(DISTINCT entry_id)::int AS count FROM bank_match',
  )
  expect(row).toEqual({ count: many })
})

test('an entry that a person took off its withdrawal is not put back by itself, and a withdrawal that was sent back finds none', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const shop = await addShop(company, 'Loja')
  const kind = 'withdrawal'
  await addMovements(company, shop, [
    { at: '2026-11-10T12:00:00Z', cents: -10_000n, kind },
    { at: '2026-11-10T12:00:00Z', cents: -20_000n, kind, withdrawalId: '7' },
    { at: '2026-11-11T12:00:00Z', cents: 20_000n, kind: 'withdrawal_returned', withdrawalId: '7' },
  ])
  await inspect(
    organizationId,
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo, by_hand)
     SELECT current_organization(), gen_random_uuid(), $1, 'account', '1234', cents, '2026-11-11', cents, 'SHPP', cents = 10000
     FROM unnest(ARRAY[10000, 20000]) cents`,
    [legalEntityId],
  )
  const run = <T>(work: (db: Db) => Promise<T>) => withOrganization({ organizationId }, work)
  expect(await run((db) => matchWithdrawals(db, organizationId))).toBe(0)
  await run((db) => db.bankEntry.updateMany({ where: { organizationId }, data: { byHand: false } }))
  expect(await run((db) => matchWithdrawals(db, organizationId))).toBe(1)
})
