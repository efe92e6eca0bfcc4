import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { getHubFor } from '@/lib/insight/hub/views'
import { columnsOf } from '@/lib/money/profit/statement'
import { getResultFor } from '@/lib/money/profit/views'
import { getSalesSummary } from '@/lib/insight/dashboard/views'
import { withOrganization } from '@/lib/core/db'
import { salesFiltersOf } from '@/lib/assist/tools/sales-filters'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { listFirstHistoriesFor } from './first-histories'

const now = new Date('2026-11-20T12:00:00Z')
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)

test('running first histories are listed with their remaining part, and no other', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = { organizationId, role: 'operator' } as const
  const add = async (name: string, historyReached: Date | null, status: 'active' | 'expired' = 'active') => {
    const shopId = await addShop(company, name)
    const moved = historyReached && { historyReached, historyMovedAt: now }
    const history = { historyFrom: at('00:00'), ...moved, historyStartedAt: at('10:00'), historyDone: 42 }
    await withOrganization(company.owner, async (db) => {
      await db.shop.updateMany({ where: { organizationId, id: shopId }, data: { status } })
      await db.syncState.create({ data: { organizationId, shopId, stream: 'orders', ...history } })
    })
  }
  await add('Sul', at('07:30'))
  await add('Norte', at('10:00'))
  await add('Pronta', at('00:00'))
  await add('Vencida', at('05:00'), 'expired')
  await add('Ainda não começou', null)
  expect(await listFirstHistoriesFor(viewer, now)).toMatchObject([
    { shopName: 'Norte', percent: 0, orders: 42, secondsLeft: null },
    { shopName: 'Sul', percent: 25, orders: 42, reached: at('07:30'), secondsLeft: 3 * 2 * 3600 },
  ])
  const other = await createTestOrganization()
  expect(await listFirstHistoriesFor({ ...viewer, organizationId: other.organizationId }, now)).toEqual([])
})

test('a period is compared with the one before it once the first history has come back to its first day', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = { organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' } as const
  const shopId = await addShop(company, 'Norte')
  const history = { historyFrom: new Date('2026-09-01T12:00:00Z'), historyStartedAt: now, historyDone: 42 }
  await withOrganization(company.owner, async (db) => {
    await db.shop.updateMany({ where: { organizationId, id: shopId }, data: { status: 'active' } })
    await db.syncState.create({ data: { organizationId, shopId, stream: 'orders', historyReached: now, ...history } })
  })
  const compares = async (reached: string, shop: string | null = null) => {
    const data = { historyReached: new Date(`${reached}T12:00:00Z`) }
    await withOrganization(company.owner, (db) => db.syncState.updateMany({ where: { organizationId }, data }))
    const { previous, previousBuckets } = await getSalesSummary(viewer, salesFiltersOf(period, shop))
    return [previous !== null, previousBuckets.length > 0]
  }
  // Compared with 22 to 31 October.
  const period = { from: '2026-11-01', to: '2026-11-10' }
  expect(await compares('2026-10-22')).toEqual([false, false])
  expect(await compares('2026-10-21')).toEqual([true, true])
  expect(await compares('2026-11-15', await addShop(company, 'Sul'))).toEqual([true, true])
})

test('neither the result, nor the analyses, nor the hub compare with days that are not here yet', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = { organizationId, role: 'owner', timeZone: 'America/Sao_Paulo', userId: company.owner.userId } as const
  const shopId = await addShop(company, 'Norte')
  const sale = { cents: 5000n, status: 'delivered', productId: await addProduct(company, 'CAM') } as const
  await addOrders(company, shopId, [
    { ...sale, at: '2026-10-30T15:00:00Z' },
    { ...sale, at: '2026-11-05T15:00:00Z' },
  ])
  const history = { historyFrom: new Date('2026-01-01T12:00:00Z'), historyStartedAt: now, historyDone: 42 }
  await withOrganization(company.owner, async (db) => {
    await db.shop.updateMany({ where: { organizationId, id: shopId }, data: { status: 'active' } })
    await db.syncState.create({ data: { organizationId, shopId, stream: 'orders', historyReached: now, ...history } })
  })
  const query = { from: '2026-11-01', to: '2026-11-10', tab: 'profit' }
  const compared = async (reached: string) => {
    const data = { historyReached: new Date(reached) }
    await withOrganization(company.owner, (db) => db.syncState.updateMany({ where: { organizationId }, data }))
    const result = await getResultFor(viewer, query, now)
    const analyses = await Promise.all(
      (['shop', 'product'] as const).map(async (by) => {
        const { section } = await getAnalyticsFor(viewer, { ...query, by }, { now })
        return (
          section.tab === 'profit' && [section.isComparable, ...section.rows.map(({ previousCents }) => previousCents)]
        )
      }),
    )
    const hub = await getHubFor(viewer, new Date('2026-12-01T12:00:00Z'))
    const change = hub.areas.find(({ key }) => key === 'companyAnalytics')!.figure!.change
    const columns = columnsOf(result).map(({ kind }) => kind)
    return { previous: result.previous?.lines.revenue ?? null, columns, analyses, changes: change !== null }
  }
  expect(await compared('2026-10-22T12:00:00Z')).toEqual({
    previous: null,
    columns: ['period'],
    analyses: [
      [false, null],
      [false, null],
    ],
    changes: false,
  })
  expect(await compared('2026-09-01T12:00:00Z')).toEqual({
    previous: 5000n,
    columns: ['period', 'previous'],
    analyses: [
      [true, 5000n],
      [true, 5000n],
    ],
    changes: true,
  })
})
