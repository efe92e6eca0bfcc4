import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { withOrganization } from '@/lib/core/db'
import { readSettlementFilters } from '../reconciliation/filters'
import { listSettlements } from '../reconciliation/queries'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { unclaimedHref } from './rows-href'

const now = new Date('2026-11-21T15:00:00Z')

test('the unclaimed differences, with reopened settled orders, are exactly those behind its link, with any larger differences elsewhere', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const many = Array.from({ length: 1_010 }, (_, n) => ({ code: `O${n}`, state: 'overpaid' as const, expected: 0n }))
  await addSettlements(company, shop, [
    ...many.map((one) => ({ ...one, released: 90_000n })),
    { code: 'U', state: 'underpaid', expected: 5_000n, released: 4_000n },
    { code: 'TAKEN', state: 'reopened', expected: 9_000n, released: 9_000n, adjusted: -3_000n },
    { code: 'ADDED', state: 'reopened', expected: 9_000n, released: 9_000n, adjusted: 2_000n },
  ])
  const viewer = { ...company.owner, role: 'owner' as const, legalEntityIds: null, timeZone: 'America/Sao_Paulo' }
  const { money } = await getAttentionFor(viewer, now)
  expect(money).toMatchObject({ unclaimed: 2n, unclaimedCents: 4_000n })
  const params = new URL(unclaimedHref, 'http://here').searchParams
  const list = await withOrganization(company.owner, (db) =>
    listSettlements(db, company.organizationId, readSettlementFilters(Object.fromEntries(params), '2026-11-21'), {
      size: 5,
    }),
  )
  expect(list.rows.map(({ code }) => code)).toEqual(['TAKEN', 'U'])
})
