import pg from 'pg'
import { listFirstHistoriesFor } from '@/lib/connect/sync/streams/first-histories'
import { requestDashboard } from '@/lib/insight/dashboard/views'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'
import { getResultFor } from '@/lib/money/profit/views'
import { getSuggestionFor } from '@/lib/catalog/purchases/views'
import { getMappingFor, openMappingFor } from '@/lib/catalog/mapping/views'
import { listMissesFor } from '@/lib/catalog/warehouse/shelf-miss-views'
import { readValueFilters } from '@/lib/catalog/warehouse/value-filters'
import { getValuesFor, getValueSumsFor } from '@/lib/catalog/warehouse/value-views'
import { getLevelsFor, getStockTotalsFor } from '@/lib/catalog/warehouse/views'
import { getMissingCostsFor } from '@/lib/catalog/costs/missing-costs'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { getPricesFor, openPricesFor } from '@/lib/money/fees/price-views'
import { getSimulationFor, openSimulationFor } from '@/lib/money/fees/simulation-views'
import { addDays, addMonths, localDay } from '@/lib/core/dates'
import { getAnalyticsFor } from '@/lib/insight/analytics/views'
import { getHubFor } from '@/lib/insight/hub/views'
import { getPickingListFor } from '@/lib/sales/dispatch/picking-list'
import { getFirstStepFor, getSetupFor, getStepAfter } from '@/lib/insight/setup-guide/views'
import { getOrderListViewFor } from '@/lib/sales/order-list/views'
import { createTestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'

type Viewer = ReturnType<typeof viewerOf>
const today = localDay(new Date(), 'America/Sao_Paulo')

async function company(): Promise<Viewer> {
  const made = await createTestOrganization()
  const shop = await addShop(made, 'Loja')
  const listingId = await addListing(made, shop, 'Anúncio')
  await addOrders(made, shop, [{ at: new Date().toISOString(), listingId }])
  return viewerOf(made.owner)
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

const year = { period: 'custom', from: addDays(addMonths(today, -12), 1), to: today }
/** Each screen that costs much, with its most messages. */
const slowScreens: Record<string, [number, (viewer: Viewer) => Promise<unknown>]> = {
  'picking list': [8, async (viewer) => [await getPickingListFor(viewer, {}), await listMissesFor(viewer)]],
  'result of 12 months': [10, (viewer) => getResultFor(viewer, year)],
  'ads by day of 12 months': [6, (viewer) => getAnalyticsFor(viewer, { tab: 'ads', by: 'day', ...year })],
  'purchase suggestion': [7, (viewer) => getSuggestionFor(viewer, {})],
  'stock value': [
    3,
    async (viewer) => [await getValuesFor(viewer, {}), await getValueSumsFor(viewer, readValueFilters({}))],
  ],
  'stock levels': [
    4,
    async (viewer) => [await getLevelsFor(viewer, {}), await getStockTotalsFor(viewer, readProductFilters({}, true))],
  ],
  'missing costs': [2, (viewer) => getMissingCostsFor(viewer)],
  'dead zones': [4, (viewer) => getPricesFor(viewer, {})],
  'fee simulator': [4, (viewer) => getSimulationFor(viewer, {})],
  mapping: [5, (viewer) => getMappingFor(viewer, {})],
  'price desk': [27, (viewer) => getPriceDeskFor(viewer, {})],
  hub: [15, (viewer) => getHubFor(viewer)],
  'setup guide': [3, (viewer) => getSetupFor(viewer)],
  'step after those of a page': [1, (viewer) => getStepAfter(viewer, ['products'])],
  'next step above a page': [1, (viewer) => getFirstStepFor(viewer)],
}

test('the screens that ask most ask no more than they did', async () => {
  const viewer = await company()
  const sent: Record<string, number> = {}
  for (const [name, [, read]] of Object.entries(slowScreens)) sent[name] = await countMessages(() => read(viewer))
  const over = Object.entries(sent).filter(([name, count]) => count > slowScreens[name]![0])
  expect(over).toEqual([])
})

test('a dashboard and an order list are read in few messages', async () => {
  const viewer = await company()
  const sent = {
    dashboard: await countMessages(() => readDashboard(viewer)),
    orderList: await countMessages(() => getOrderListViewFor(viewer, {})),
  }
  // One of them only while a cost or a report of ads is missing.
  expect(sent.dashboard).toBeLessThanOrEqual(24)
  expect(sent.orderList).toBeLessThanOrEqual(6)
})

test('the rows of a grid wait for none of its sums and suggestions', async () => {
  const viewer = await company()
  const { sums: zoneSums } = await openPricesFor(viewer, {})
  expect(await Promise.race([zoneSums, 'rows'])).toBe('rows')
  const { sums: simulatedSums } = await openSimulationFor(viewer, {})
  expect(await Promise.race([simulatedSums, 'rows'])).toBe('rows')
  const { suggestions } = await openMappingFor(viewer, {})
  expect(await Promise.race([suggestions, 'rows'])).toBe('rows')
  await Promise.all([zoneSums, simulatedSums, suggestions])
})
