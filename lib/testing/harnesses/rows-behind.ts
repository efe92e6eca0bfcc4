import { getCasesFor } from '@/lib/money/cases/views'
import { casesPath } from '@/lib/money/cases/tabs'
import { centralPath, dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { getPackingFor } from '@/lib/sales/packing/views'
import { getHealthFor } from '@/lib/connect/shop-performance/views'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import { companyExpensesPath, expensesPath } from '@/lib/money/expenses/filters'
import { getExpenseListFor } from '@/lib/money/expenses/views'
import { headlineOf } from '@/lib/money/profit/result-lines'
import { getResultFor } from '@/lib/money/profit/views'
import { mappingPath, resultPath } from '@/lib/core/paths'
import { getMappingFor } from '@/lib/catalog/mapping/views'
import { orderListPath, ordersPath } from '@/lib/sales/orders/filters'
import { getShownOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import { getPayoutsFor } from '@/lib/money/payouts/views'
import { settlementsPath } from '@/lib/money/reconciliation/filters'
import { getReconciliationFor } from '@/lib/money/reconciliation/views'
import { getReturnsFor } from '@/lib/sales/returns/views'
import { companyShopsPath, shopsPath } from '@/lib/connect/shops/schema'
import { getShopsFor } from '@/lib/connect/shops/views'
import { warehouseTabs } from '@/lib/catalog/warehouse/tabs'
import { getLevelsFor } from '@/lib/catalog/warehouse/views'

type Viewer = Parameters<typeof getExpenseListFor>[0] &
  Parameters<typeof getShownOrderListFor>[0] & { legalEntityIds: string[] | null }
/** The rows that a page lists for its address: their number, and their sum where the page shows it. */
export type RowsBehind = {
  count: bigint
  cents?: bigint
  units?: bigint
  feesCents?: bigint | null
  costCents?: bigint
}

const ALL = 5000
const rows = ({ page }: { page: { rows: unknown[] } }): RowsBehind => ({ count: BigInt(page.rows.length) })

const readers: Record<string, (viewer: Viewer, query: Record<string, string>) => Promise<RowsBehind>> = {
  [centralPath]: async (viewer, query) => rows(await getDispatchFor(viewer, query, ALL)),
  [dispatchTabPaths.returns]: async (viewer, query) => rows(await getReturnsFor(viewer, query, ALL)),
  [dispatchTabPaths.bench]: async (viewer) => ({ count: BigInt((await getPackingFor(viewer)).unscanned.length) }),
  [dispatchTabPaths.health]: async (viewer) => {
    const marks = (await getHealthFor(viewer)).flatMap(({ values }) => values)
    return { count: BigInt(marks.filter(({ isOff }) => isOff).length) }
  },
  // Failures that are tried again by themselves are listed, and are no work.
  [dispatchTabPaths.failures]: async (viewer, query) => {
    const { sync, listingUpdates, oversold } = await getFailuresFor(viewer, query)
    return { count: BigInt(sync.filter(({ isDead }) => isDead).length + listingUpdates.length + oversold.length) }
  },
  [warehouseTabs.levels.path]: async (viewer, query) => rows(await getLevelsFor(viewer, query, ALL)),
  [mappingPath]: async (viewer, query) => rows(await getMappingFor(viewer, query, ALL)),
  [casesPath]: async (viewer, query) => rows(await getCasesFor(viewer, query, ALL)),
  [moneyTabs.payouts.path]: async (viewer, query) => {
    const { listed } = await getPayoutsFor(viewer, query)
    return { count: listed.orders, cents: listed.cents }
  },
  [settlementsPath]: async (viewer, query) => {
    const { counted } = await getReconciliationFor(viewer, query)
    return { count: BigInt(counted.orders), cents: -counted.differenceCents }
  },
}
readers[resultPath] = async (viewer, query) => {
  const { total } = await getResultFor(viewer, query)
  return {
    count: total.validOrders,
    cents: headlineOf(total).cents ?? undefined,
    feesCents: -total.lines.fees,
    costCents: -total.lines.cost,
  }
}
for (const path of [ordersPath, orderListPath])
  readers[path] = async (viewer, query) => {
    const { filters, page } = await getShownOrderListFor(viewer, query)
    const { orders, grossCents, units, feesCents } = await getOrderTotalsFor(viewer, filters, page)
    return { count: orders, cents: grossCents, units, feesCents }
  }
for (const path of [expensesPath, companyExpensesPath])
  readers[path] = async (viewer, query) => {
    const { matching } = await getExpenseListFor(viewer, query, { path: path as typeof expensesPath })
    return { count: matching.count, cents: matching.totalCents }
  }
for (const path of [shopsPath, companyShopsPath])
  readers[path] = async (viewer, query) => ({ count: BigInt((await getShopsFor(viewer, query)).shops.length) })

/** The rows of the page that a link opens, read as the page reads them; null for an unknown page. */
export async function rowsBehind(viewer: Viewer, href: string): Promise<RowsBehind | null> {
  const { pathname, searchParams } = new URL(href, 'http://here')
  return (await readers[pathname]?.(viewer, Object.fromEntries(searchParams))) ?? null
}
