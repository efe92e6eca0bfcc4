import { previousPeriod } from '@/lib/core/dates'
import { ads, cases, costs, sales, settled, taxRate, unitCosts } from './question-company'

type Filter = { from?: string; to?: string; shop?: string; sku?: string }
export const within = ({ from = '2000-01-01', to = '2026-11-20', shop, sku }: Filter) =>
  sales.filter((one) => one.day >= from && one.day <= to && (!shop || one.shop === shop) && (!sku || one.sku === sku))
const valid = (filter: Filter) => within(filter).filter(({ status }) => status !== 'pending' && status !== 'cancelled')
export const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)
export const gross = (filter: Filter) => sum(valid(filter), ({ cents }) => cents)
export const orders = (filter: Filter) => valid(filter).length
export const units = (filter: Filter) => sum(valid(filter), (one) => one.units)
export const fees = (filter: Filter) => sum(valid(filter), (one) => one.fees)
export const cancelled = (filter: Filter) => within(filter).filter(({ status }) => status === 'cancelled')
export const goods = (filter: Filter) =>
  sum(valid(filter), (one) => Math.round((unitCosts[one.sku] ?? 0) * 100) * one.units)
export const spent = (of: (cost: (typeof costs)[number]) => boolean) => sum(costs.filter(of), ({ cents }) => cents)
export const many = (of: (cost: (typeof costs)[number]) => boolean) => costs.filter(of).length
export const halfUp = (whole: number, by: number) => Math.floor((whole * 2 + by) / (by * 2))

export const october = { from: '2026-10-01', to: '2026-10-31' }
export const november = { from: '2026-11-01', to: '2026-11-20' }
export const week = { from: '2026-11-16', to: '2026-11-20' }
export const days7 = { from: '2026-11-14', to: '2026-11-20' }
export const north = 'Loja Norte'
export const south = 'Loja Sul'

type Days = { from: string; to: string }
const tax = (filter: Filter) => Math.round(gross(filter) * (taxRate.percent / 100))
export const freight = (filter: Filter) => sum(valid(filter), (one) => one.freight ?? 0)
export const spentIn = (kind: string, { from, to }: Days) =>
  spent((cost) => cost.kind === kind && cost.due >= from && cost.due <= to)
const adsIn = ({ from, to }: Days) =>
  sum(
    Object.entries(ads).filter(([day]) => day >= from && day <= to),
    ([, cents]) => cents,
  )

/** Line by line; where sales of some days have no ads report at all, what follows from them is not known. */
export function resultIn(days: Days, adsKnown = true) {
  const netRevenue = gross(days) - fees(days) - freight(days)
  const contribution = netRevenue - tax(days) - goods(days)
  const [fixed, variable] = [spentIn('fixed', days), spentIn('variable', days)]
  return {
    productSales: gross(days),
    fees: -fees(days),
    netRevenue,
    goodsCost: -goods(days),
    salesTax: -tax(days),
    adsSpend: adsKnown ? -adsIn(days) : null,
    fixedExpenses: -fixed,
    variableExpenses: -variable,
    contribution,
    profit: adsKnown ? contribution - adsIn(days) - fixed - variable : null,
    ...(!adsKnown && { profitBeforeAds: contribution - fixed - variable }),
  }
}
export const result = (days: Days) => ({
  tool: 'monthly_result' as const,
  figures: resultIn(days),
  compared: resultIn(previousPeriod(days)),
})
export const resultBeforeAds = (day: string) => ({
  tool: 'monthly_result' as const,
  figures: resultIn({ from: day, to: day }, false),
})
export const feesIn = (days: Days) => ({ fees: -fees(days), freight: -freight(days) })
export const feesPaid = (days: Days) => ({
  tool: 'fees_paid' as const,
  figures: feesIn(days),
  compared: feesIn(previousPeriod(days)),
})

/** The margin of one product after the marketplace's part and the goods. */
export const margin = (filter: Filter) => gross(filter) - fees(filter) - freight(filter) - goods(filter)
export const share = (part: number, whole: number) => halfUp(part * 10_000, whole) / 10_000

export const isOpen = ({ paid }: (typeof costs)[number]) => !paid
export const differing = settled.filter(({ state }) => ['underpaid', 'overpaid', 'late'].includes(state))
export const difference = (rows: readonly (typeof settled)[number][]) =>
  sum(rows, ({ expected, released }) => (released ?? 0) - expected)
export const inState = (state: string) => cases.filter((one) => one.state === state)

const soldOf = (filter: Filter) => {
  const placed = within(filter).length
  return {
    grossSales: gross(filter),
    orders: orders(filter),
    units: units(filter),
    averageOrder: orders(filter) > 0 ? halfUp(gross(filter), orders(filter)) : null,
    cancelledOrders: cancelled(filter).length,
    cancellationRate: placed > 0 ? share(cancelled(filter).length, placed) : null,
    netOfFees: gross(filter) - fees(filter),
  }
}
/** All figures of sales, also of the days before. */
export const summary = (filter: Filter & { from: string }) => {
  const before = previousPeriod({ from: filter.from, to: filter.to ?? '2026-11-20' })
  const compared = soldOf({ ...filter, ...before })
  return { tool: 'sales_summary' as const, figures: soldOf(filter), compared }
}
/** Compared with each other, not each with the days before. */
export const twoSummaries = (first: Filter & { from: string }, second: Filter & { from: string }) => [
  { ...summary(first), compared: soldOf(second) },
  { ...summary(second), compared: undefined },
]
/** The comparison of two periods or shops. */
export const change = (first: Filter, second: Filter) => {
  const difference = gross(first) - gross(second)
  return { difference, share: Math.sign(difference) * share(Math.abs(difference), gross(second)) }
}
/** A product's name and SKU, its units and what it sold for. */
export const soldRow = (title: string, filter: Filter & { sku: string }) => [
  title,
  filter.sku,
  String(units(filter)),
  String(gross(filter)),
]
