import { readSalesFilters, type SalesFilters } from './filters'
import type { Day } from '@/lib/core/dates'
import type { ListName } from '@/lib/core/exports/schema'
import { asId, firstOf, type Query } from '@/lib/core/keyset'

export const analyticsPath = '/dashboard/minha-empresa/analises'
export const analyticsTabs = ['abc', 'profit', 'ads', 'hours', 'cohorts', 'cancellations', 'cover', 'price'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]
/** Tabs without totals of the company: for roles that read none. */
export const tabsWithoutTotals: readonly AnalyticsTab[] = ['cover']
/** Tabs of spending alone: for roles that read it. */
const tabsOfMoney: readonly AnalyticsTab[] = ['ads']

export const abcMeasures = ['revenue', 'profit'] as const
export const profitGroups = ['product', 'shop', 'state'] as const
export const adsGroups = ['listing', 'shop', 'day'] as const
export const profitSorts = ['best', 'worst', 'revenue'] as const
export const hourFigures = ['gross', 'orders', 'units'] as const
export const coverBands = ['out', 'week', 'month', 'quarter', 'more', 'still'] as const
export type AbcMeasure = (typeof abcMeasures)[number]
export type ProfitGroup = (typeof profitGroups)[number]
export type AdsGroup = (typeof adsGroups)[number]
export type ProfitSort = (typeof profitSorts)[number]
export type HourFigure = (typeof hourFigures)[number]
export type CoverBand = (typeof coverBands)[number]

/** In whole percent of the value: up to `a` is class A, up to `b` class B. */
export type Cuts = { a: number; b: number }
const usualCuts: Cuts = { a: 80, b: 95 }

export type AnalyticsFilters = SalesFilters & {
  tab: AnalyticsTab
  measure: AbcMeasure
  cuts: Cuts
  by: ProfitGroup
  spent: AdsGroup
  /** For ads alone: the legal entity, as in the company's result. */
  entity: string | null
  sort: ProfitSort
  figure: HourFigure
  band: CoverBand | null
  product: string | null
  page: number
}

export type Visibility = { seesTotals: boolean; seesMoney: boolean }

const maxPage = 100_000
const oneOf = <T extends string>(values: readonly T[], value: string | string[] | undefined, fallback: T): T =>
  values.find((one) => one === firstOf(value)) ?? fallback

function asWhole(value: string | string[] | undefined): number | null {
  const text = firstOf(value)
  return text && /^\d{1,6}$/.test(text) ? Number(text) : null
}

/** Cuts that make no sense together are the usual ones. */
function readCuts(query: Query): Cuts {
  const [a, b] = [asWhole(query.a) ?? usualCuts.a, asWhole(query.b) ?? usualCuts.b]
  return a >= 1 && a < b && b <= 99 ? { a, b } : usualCuts
}

export const listTabs = ({ seesTotals, seesMoney }: Visibility): readonly AnalyticsTab[] =>
  seesTotals ? analyticsTabs.filter((tab) => seesMoney || !tabsOfMoney.includes(tab)) : tabsWithoutTotals

/** The query string made sound; what the role may not see is not asked for. */
export function readAnalyticsFilters(query: Query, today: Day, visibility: Visibility): AnalyticsFilters {
  const tabs = listTabs(visibility)
  const usualSort = visibility.seesMoney ? 'best' : 'revenue'
  const tab = oneOf(tabs, query.tab, tabs[0] ?? 'cover')
  return {
    ...readSalesFilters(query, today),
    tab,
    measure: visibility.seesMoney ? oneOf(abcMeasures, query.measure, 'revenue') : 'revenue',
    cuts: readCuts(query),
    by: oneOf(profitGroups, query.by, 'product'),
    spent: oneOf(adsGroups, query.by, 'listing'),
    entity: tab === 'ads' ? asId(firstOf(query.entity)) : null,
    sort: visibility.seesMoney ? oneOf(profitSorts, query.sort, usualSort) : 'revenue',
    figure: oneOf(hourFigures, query.figure, 'gross'),
    band: coverBands.find((one) => one === firstOf(query.band)) ?? null,
    product: asId(firstOf(query.product)),
    page: Math.min(Math.max(asWhole(query.page) ?? 1, 1), maxPage),
  }
}

/** Lists of a company's products are exported as lists are, by the worker; the other tables are a few dozen rows. */
export function exportKindOf({ tab, by }: Pick<AnalyticsFilters, 'tab' | 'by'>): ListName | null {
  if (tab === 'abc') return 'abc'
  if (tab === 'cover') return 'stockCover'
  return tab === 'profit' && by === 'product' ? 'itemProfit' : null
}

/** Another view begins at its first page. */
export function analyticsQuery(filters: AnalyticsFilters, changes: Partial<AnalyticsFilters> = {}): URLSearchParams {
  const { tab, period, from, to, shop, channel, measure, cuts, by, sort, figure, band, product, spent, entity, page } =
    {
      ...filters,
      page: 1,
      ...changes,
    }
  const params = new URLSearchParams({ tab, period })
  if (period === 'custom') {
    params.set('from', from)
    params.set('to', to)
  }
  if (shop) params.set('shop', shop)
  if (channel) params.set('channel', channel)
  if (tab === 'abc') {
    if (measure !== 'revenue') params.set('measure', measure)
    if (cuts.a !== usualCuts.a) params.set('a', String(cuts.a))
    if (cuts.b !== usualCuts.b) params.set('b', String(cuts.b))
  }
  if (tab === 'profit') {
    params.set('by', by)
    params.set('sort', sort)
  }
  if (tab === 'ads') {
    params.set('by', spent)
    if (entity) params.set('entity', entity)
  }
  if (tab === 'hours') params.set('figure', figure)
  if (tab === 'cover' && band) params.set('band', band)
  if ((tab === 'price' || (tab === 'profit' && by === 'product')) && product) params.set('product', product)
  if (page > 1) params.set('page', String(page))
  return params
}

export const analyticsHref = (filters: AnalyticsFilters, changes: Partial<AnalyticsFilters> = {}): string =>
  `${analyticsPath}?${analyticsQuery(filters, changes).toString()}`
