import { analyticsPath } from '@/lib/sales/sales-figures/analysis-filters'
import { asPlatform } from '@/lib/sales/sales-figures/filters'
import type { DayRange } from '@/lib/core/dates'
import { resultPath } from '@/lib/core/paths'
import { companyExpensesPath } from '@/lib/money/expenses/filters'
import { orderListPath, orderListHref, readOrderFilters } from '@/lib/sales/orders/filters'
import { orderStatuses } from '@/lib/sales/orders/schema'
import type { ResultFilters } from './filters'
import type { OpeningLine, ResultLine, ResultSum } from './result-lines'
import { shopMoneyLines } from './shop-money'

type Where = Pick<ResultFilters, 'shop' | 'channel' | 'entity'>

/** The company's result over these days, of this shop, channel and legal entity. */
export function resultHref({ from, to }: DayRange, { shop, channel, entity }: Where): string {
  const where = { ...(shop && { shop }), ...(channel && { channel }), ...(entity && { entity }) }
  return `${resultPath}?${new URLSearchParams({ period: 'custom', from, to, ...where }).toString()}`
}

type Line = OpeningLine | ResultLine | ResultSum

/** Lines of several lists, or of rows that no list can be filtered to. */
const withoutRows: readonly Line[] = ['profit', 'profitBeforeAds', 'contributionAfterAds', ...shopMoneyLines]
/** Lines that only valid orders have; the platform's data moves money of cancelled ones too (order_money). */
const ofSalesAlone: readonly Line[] = ['revenue', 'packaging', 'cost', 'tax']
const paidFor = orderStatuses.filter((status) => status !== 'pending')

const expenseKinds = { fixed: 'fixed', variable: 'variable', otherTaxes: 'tax' } as const

/**
 * The rows that add up to an amount: expenses by the day they are due, for any other line the orders of those days; for
 * ads, the reports day by day. Null where no list can be narrowed to them: a platform has no expenses of its own, the
 * sums after ads and expenses are of several lists, and a shop's own money of several reports.
 */
export function rowsHref(line: Line, { from, to }: DayRange, filters: Where): string | null {
  const { shop, channel, entity } = filters
  if (withoutRows.includes(line)) return null
  if (line === 'ads') {
    const where = { ...(shop && { shop }), ...(channel && { channel }), ...(entity && { entity }) }
    const days = { tab: 'ads', by: 'day', period: 'custom', from, to }
    return `${analyticsPath}?${new URLSearchParams({ ...days, ...where }).toString()}`
  }
  if (line in expenseKinds) {
    const places = [shop && `shop:${shop}`, channel && `channel:${channel}`, entity && `entity:${entity}`]
    const [place, another] = places.filter((each) => each !== null)
    if (asPlatform(channel) || another) return null
    const kind = expenseKinds[line as keyof typeof expenseKinds]
    const query = { from, to, kind, stock: 'without', ...(place && { place }) }
    return `${companyExpensesPath}?${new URLSearchParams(query).toString()}`
  }
  const statuses = line === 'cancelled' ? line : paidFor.join()
  const counted = ofSalesAlone.includes(line) ? { valid: '1' } : { status: statuses }
  const query = { from, to, ...counted, ...(shop && { shop }), ...(entity && { entity }), ...(channel && { channel }) }
  return orderListHref(readOrderFilters(query, to), {}, orderListPath)
}
