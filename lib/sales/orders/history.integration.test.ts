import { getDispatchFor } from '../dispatch/views'
import { getAttention } from '@/lib/insight/dashboard/attention'
import { withOrganization } from '@/lib/core/db'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { readOrderFilters } from './filters'
import { listOrders } from './queries'

const timeZone = 'America/Sao_Paulo'
const now = new Date()
const today = now.toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

test('an open order long past its deadline is history: neither late nor due, no work of the dispatch, and it is said', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shop = await addShop(company, 'Loja Norte')
  const open = { cents: 1000n, status: 'confirmed', productId: await addProduct(company, 'A-1') } as const
  const ids = await addOrders(company, shop, [
    { ...open, at: daysAgo(33), shipBy: daysAgo(31), cancellationAsked: true },
    { ...open, at: daysAgo(30), shipBy: daysAgo(29) },
    { ...open, at: daysAgo(61) },
    { ...open, at: daysAgo(59) },
  ])
  const at = { timeZone, today, now }
  const attention = await withOrganization(company.owner, (db) =>
    getAttention(db, { organizationId, timeZone }, today, now),
  )
  expect(attention).toMatchObject({ lateOrders: 1n, lateToShip: 1n, historyOrders: 2n, cancellationsAsked: 0n })
  const find = async (waiting: string) => {
    const filters = readOrderFilters({ waiting }, today)
    const { rows } = await withOrganization(company.owner, (db) =>
      listOrders(db, organizationId, filters, at, { size: 50 }),
    )
    return rows.map(({ id }) => ids.indexOf(id)).sort()
  }
  expect([await find('late'), await find('toPost'), await find('cancellation')]).toEqual([[1], [1], []])
  expect(await find('history')).toEqual([0, 2])
  const { page, urgent } = await getDispatchFor({ organizationId, timeZone, role: 'owner' }, {})
  expect(page.rows.map(({ id }) => ids.indexOf(id)).sort()).toEqual([1, 3])
  expect(urgent).toEqual([])
})
