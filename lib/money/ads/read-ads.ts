import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import type { AnalyticsContext } from '@/lib/sales/sales-figures/analysis-context'
import { bucketUnit, listBucketStarts, type BucketUnit } from '@/lib/sales/sales-figures/buckets'
import { daysBetween, type Day, type DayRange, addDays } from '@/lib/core/dates'
import { sumOf as addUp } from '@/lib/core/big-int'
import type { Cents } from '@/lib/core/money'
import { addCoverage, adsSpansOf, coverageOfShops, type AdsCoverage } from './coverage'
import { getAdsFrame, listAdsDays, listAdsItems, listAdsRuns, type AdsRun, type AdsScope } from './queries'
import { sumOrNull, type AdsFigures } from './ratios'
import {
  addSold,
  itemKey,
  listItemSales,
  listSalesChannelSales,
  salesOf,
  type AdsSales,
  type TaxedSales,
} from './sales'

export type AdsRow = {
  key: string
  day: Day | null
  shopId: string
  shopName: string
  /** The name in the report or the listing; empty for spending without an item, null for a whole shop or day. */
  title: string | null
  itemId: string | null
  /** Null where no report tells. */
  ads: AdsFigures | null
  /** Null where the item is none that is known here. */
  sales: AdsSales | null
  /** Several items of the shop sell its products: what it left alone is not known, only its margin. */
  isShared: boolean
  coverage: AdsCoverage | null
}
export type Ads = {
  tab: 'ads'
  rows: AdsRow[]
  items: number
  total: AdsFigures & { unexplainedCents: Cents; untaxedCents: Cents; sales: AdsSales }
  coverage: AdsCoverage
  unit: BucketUnit
  points: AdsPoint[]
  hasReports: boolean
  entities: { id: string; name: string }[]
}

type DayFigures = AdsFigures & { unexplainedCents: Cents }
const sumOf = (rows: readonly DayFigures[]): DayFigures => ({
  spendCents: addUp(rows.map(({ spendCents }) => spendCents)),
  salesCents: sumOrNull(rows.map(({ salesCents }) => salesCents)),
  clicks: sumOrNull(rows.map(({ clicks }) => clicks)),
  impressions: sumOrNull(rows.map(({ impressions }) => impressions)),
  unexplainedCents: addUp(rows.map(({ unexplainedCents }) => unexplainedCents)),
})

/** The cost and revenue of ads, by the reports, beside the contribution of the same sales: by item, shop or day. */
export async function getAds(context: AnalyticsContext): Promise<Ads> {
  const { db, viewer, filters, today, salesChannels } = context
  const { organizationId } = viewer
  const { shop, channel, entity, from, to } = filters
  const [range, scope] = [
    { from, to },
    { shop, channel, entity },
  ]
  const unit = bucketUnit(range)
  const runs = await listAdsRuns(db, organizationId, range, scope, listBucketStarts(range, unit))
  const { firsts, noAds, hasReports, entities } = await getAdsFrame(db, organizationId, { range, scope, runs })
  const coverages = coverageOfShops(range, adsSpansOf(firsts, noAds), runs, today)
  const period = await listSalesChannelSales(db, organizationId, { range, scope, by: 'period' })
  const sold = period.filter(({ outletId }) => firsts.has(outletId))
  const names = new Map(salesChannels.map(({ id, name }) => [id, name]))
  const listed = await rowsOf(context, { range, scope, sold, runs, coverages })
  return {
    tab: 'ads',
    items: listed.items,
    rows: listed.rows.map((row) => ({ ...row, shopName: names.get(row.shopId) ?? '' })),
    total: { ...sumOf(runs), untaxedCents: addSold(sold).untaxedCents, sales: salesOf(addSold(sold)) },
    coverage: addCoverage([...coverages.values()]),
    unit,
    points: bucketAds(runs, range, unit),
    hasReports,
    entities,
  }
}

type Row = Omit<AdsRow, 'shopName'>
/** `sold`: of each shop over the whole period. */
type AdsRequest = { range: DayRange; scope: AdsScope; sold: TaxedSales[] }
type Known = AdsRequest & { runs: AdsRun[]; coverages: Map<string, AdsCoverage> }
type Rows = { rows: Row[]; items: number }

function rowsOf(context: AnalyticsContext, known: Known): Promise<Rows> | Rows {
  const { filters, slice } = context
  if (filters.spent === 'listing') return rowsOfItems(context, known)
  if (filters.spent === 'day') return rowsOfDays(context, known)
  const rows = rowsOfShops(known.runs, known.sold, known.coverages)
  return { rows: rows.slice(slice.first - 1, slice.last), items: rows.length }
}

async function rowsOfItems(
  { db, viewer, today, slice }: AnalyticsContext,
  { range, scope, sold }: AdsRequest,
): Promise<Rows> {
  const adsItems = await listAdsItems(db, viewer.organizationId, { range, scope, slice })
  const items = adsItems.filter(({ itemId }) => itemId !== '')
  const named = items.map(({ shopId, itemId, title }) => ({ shopId, itemId, title }))
  const ofShops = new Map([...groupBy(sold, ({ outletId }) => outletId)].map(([id, days]) => [id, addSold(days)]))
  const sales = await listItemSales(db, { scope: viewer, range, today, items: named }, ofShops)
  const rows = adsItems.map((row) => {
    const known = sales.get(itemKey(row))
    return {
      key: itemKey(row),
      day: null,
      shopId: row.shopId,
      itemId: row.itemId,
      ads: figuresOf(row),
      coverage: null,
      title: known?.title ?? row.title,
      sales: known?.sales ?? null,
      isShared: known?.isShared ?? false,
    }
  })
  return { rows, items: adsItems[0]?.items ?? 0 }
}

const plain = { title: null, itemId: null, isShared: false }

/** Largest spending first; last the shops with sales and unknown spending. */
function rowsOfShops(
  runs: readonly AdsRun[],
  sold: readonly TaxedSales[],
  coverages: ReadonlyMap<string, AdsCoverage>,
): Row[] {
  const runsByShop = groupBy(runs, ({ shopId }) => shopId)
  const sales = groupBy(sold, ({ outletId }) => outletId)
  const size = ({ ads }: Row) => ads?.spendCents ?? -1n
  return [...coverages]
    .map(([shopId, coverage]): Row => {
      const reports = runsByShop.get(shopId)
      const figures = {
        ads: reports ? figuresOf(sumOf(reports)) : null,
        sales: salesOf(addSold(sales.get(shopId) ?? [])),
      }
      return { ...plain, ...figures, key: shopId, day: null, shopId, coverage }
    })
    .toSorted((a, b) => (size(a) === size(b) ? (a.key < b.key ? -1 : 1) : size(a) > size(b) ? -1 : 1))
}

/** Newest first. Sales are read of the days that are shown alone: a year of several shops has thousands. */
async function rowsOfDays({ db, viewer, slice }: AnalyticsContext, { runs, range, scope }: Known): Promise<Rows> {
  const items = runs.reduce((sum, { from, to }) => sum + daysBetween(from, to) + 1, 0)
  const shown = await listAdsDays(db, viewer.organizationId, { range, scope, slice })
  if (shown.length === 0) return { rows: [], items }
  const shownRange = { from: shown.at(-1)!.day, to: shown[0]!.day }
  const sold = await listSalesChannelSales(db, viewer.organizationId, { range: shownRange, scope, by: 'day' })
  const ofDays = groupBy(sold, ({ outletId, day }) => `${outletId} ${day}`)
  const rows = shown.map(({ day, shopId, ...figures }): Row => {
    const key = `${shopId} ${day}`
    return {
      ...plain,
      key,
      day,
      shopId,
      coverage: null,
      ads: figuresOf(figures),
      sales: salesOf(addSold(ofDays.get(key) ?? [])),
    }
  })
  return { rows, items }
}

const figuresOf = ({ spendCents, salesCents, clicks, impressions }: AdsFigures): AdsFigures => ({
  spendCents,
  salesCents,
  clicks,
  impressions,
})

/** The spending of these days; null where no report covers any of them, sales too where a report has none. */
type AdsPoint = DayRange & { spendCents: Cents | null; salesCents: Cents | null }
type AdsPart = DayRange & { spendCents: Cents; salesCents: Cents | null }

/** Every day, week or month of the period, those without a report too; `parts` are days of one of them each. */
function bucketAds(parts: readonly AdsPart[], { from, to }: DayRange, unit: BucketUnit): AdsPoint[] {
  const starts = listBucketStarts({ from, to }, unit)
  return starts.map((first, at) => {
    const next = starts[at + 1]
    const last = next ? addDays(next, -1) : to
    const inside = parts.filter((part) => part.from >= first && part.from <= last)
    const sum = (of: (part: AdsPart) => Cents | null) => (inside.length ? sumOrNull(inside.map(of)) : null)
    return {
      from: first,
      to: last,
      spendCents: sum(({ spendCents }) => spendCents),
      salesCents: sum(({ salesCents }) => salesCents),
    }
  })
}
