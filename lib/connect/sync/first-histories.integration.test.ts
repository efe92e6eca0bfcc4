import { getSalesSummary } from '@/lib/insight/dashboard/views'
import { withOrganization } from '@/lib/core/db'
import { salesFiltersOf } from '@/lib/assist/tools/sales-filters'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'
import { listFirstHistoriesFor } from './first-histories'

const now = new Date('2026-11-20T12:00:00Z')
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)

test('running first histories are listed with their remaining part, and no other', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const viewer = { organizationId, role: 'operator' } as const
  const add = async (name: string, historyReached: Date | null, status: 'active' | 'expired' = 'active') => {
    const shopId = await addShop(company, name)
    const history = { historyFrom: at('00:00'), historyReached, historyStartedAt: at('10:00'), historyDone: 42 }
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
