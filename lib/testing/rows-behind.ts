import { getCasesFor } from '../cases/views'
import { casesPath } from '../cases/rooms'
import { centralPath, roomPaths } from '../dispatch/schema'
import { getDispatchFor } from '../dispatch/views'
import { companyExpensesPath, expensesPath } from '../expenses/filters'
import { getExpenseListFor } from '../expenses/views'
import { mappingPath } from '../mapping/paths'
import { getMappingFor } from '../mapping/views'
import { deskPath, ordersPath } from '../orders/filters'
import { getOrderDeskFor, getOrderTotalsFor } from '../orders/views'
import { moneyRooms } from '../payouts/rooms'
import { getPayoutsFor } from '../payouts/views'
import { settlementsPath } from '../reconciliation/filters'
import { getReconciliationFor } from '../reconciliation/views'
import { getReturnsFor } from '../returns/views'
import { companyShopsPath, shopsPath } from '../shops/schema'
import { getShopsFor } from '../shops/views'
import { rooms } from '../warehouse/rooms'
import { getLevelsFor } from '../warehouse/views'

type Viewer = Parameters<typeof getExpenseListFor>[0] &
  Parameters<typeof getOrderDeskFor>[0] & { legalEntityIds: string[] | null }
/** What a page lists for its address: how many rows, and what they add up to where the page says it. */
export type RowsBehind = { count: bigint; cents?: bigint; units?: bigint; feesCents?: bigint | null }

const ALL = 500
const rows = ({ page }: { page: { rows: unknown[] } }): RowsBehind => ({ count: BigInt(page.rows.length) })

const readers: Record<string, (viewer: Viewer, query: Record<string, string>) => Promise<RowsBehind>> = {
  [centralPath]: async (viewer, query) => rows(await getDispatchFor(viewer, query, ALL)),
  [roomPaths.returns]: async (viewer, query) => rows(await getReturnsFor(viewer, query, ALL)),
  [rooms.levels.path]: async (viewer, query) => rows(await getLevelsFor(viewer, query, ALL)),
  [mappingPath]: async (viewer, query) => rows(await getMappingFor(viewer, query, ALL)),
  [casesPath]: async (viewer, query) => rows(await getCasesFor(viewer, query, ALL)),
  [moneyRooms.payouts.path]: async (viewer, query) => {
    const { listed } = await getPayoutsFor(viewer, query)
    return { count: listed.orders, cents: listed.cents }
  },
  [settlementsPath]: async (viewer, query) => {
    const { counted } = await getReconciliationFor(viewer, query)
    return { count: BigInt(counted.orders), cents: -counted.differenceCents }
  },
}
for (const path of [ordersPath, deskPath])
  readers[path] = async (viewer, query) => {
    const { filters, page } = await getOrderDeskFor(viewer, query)
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

/** What stands on the page that a link opens, read as the page reads it; null for a page that this does not know. */
export async function rowsBehind(viewer: Viewer, href: string): Promise<RowsBehind | null> {
  const { pathname, searchParams } = new URL(href, 'http://here')
  return (await readers[pathname]?.(viewer, Object.fromEntries(searchParams))) ?? null
}
