import pg from 'pg'
import { listFirstHistoriesFor } from '@/lib/connect/sync/first-histories'
import { requestDashboard } from '@/lib/insight/dashboard/views'
import { getSetupFor } from '@/lib/insight/setup-guide/views'
import { getOrderListViewFor } from '@/lib/sales/order-list/views'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'

const viewerOf = ({ organizationId, owner }: TestOrganization) => ({
  organizationId,
  userId: owner.userId!,
  role: 'owner' as const,
  timeZone: 'America/Sao_Paulo',
  legalEntityIds: null,
})
type Viewer = ReturnType<typeof viewerOf>

async function company(): Promise<Viewer> {
  const made = await createTestOrganization()
  const shop = await addShop(made, 'Loja')
  const listingId = await addListing(made, shop, 'Anúncio')
  await addOrders(made, shop, [{ at: new Date().toISOString(), listingId }])
  return viewerOf(made)
}

/** How many messages go to the database: each takes the web process some tenths of a millisecond. */
async function countMessages(read: () => Promise<unknown>): Promise<number> {
  await read()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await read()
  const count = spy.mock.calls.length
  spy.mockRestore()
  return count
}

async function readDashboard(viewer: Viewer) {
  const { frame, attention, sales } = requestDashboard(viewer, { period: '30d' })
  const panels = [frame, attention, sales!.summary, sales!.topProducts, sales!.tiles]
  await Promise.all([...panels, getSetupFor(viewer), listFirstHistoriesFor(viewer)])
}

test('a dashboard and an order list are read in few messages', async () => {
  const viewer = await company()
  const sent = {
    dashboard: await countMessages(() => readDashboard(viewer)),
    orderList: await countMessages(() => getOrderListViewFor(viewer, {})),
  }
  expect(sent.dashboard).toBeLessThanOrEqual(44)
  expect(sent.orderList).toBeLessThanOrEqual(6)
})
