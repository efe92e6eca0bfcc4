import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import type { AnalyticsContext } from '@/lib/sales/sales-figures/analysis-context'
import { bucketUnit, type BucketUnit } from '@/lib/sales/sales-figures/buckets'
import type { Day, DayRange } from '@/lib/core/dates'
import { listEntities } from '../profit/queries'
import { sumOf as addUp } from '@/lib/core/big-int'
import type { Cents } from '@/lib/core/money'
import { bucketAds, type AdsPoint } from './buckets'
import { addCoverage, adsSpansOf, coverageOfShops, type AdsCoverage } from './coverage'
import {
  hasAdsReports,
  listAdsDays,
  listAdsItems,
  listFirstDays,
  listNoAds,
  type AdsDayRow,
  type AdsScope,
} from './queries'
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
  const days = await listAdsDays(db, organizationId, range, scope)
  const firsts = await listFirstDays(db, organizationId, { range, scope, adsDays: days })
  const shops = adsSpansOf(firsts, await listNoAds(db, organizationId))
  const coverages = coverageOfShops(range, shops, days, today)
  const period = await listSalesChannelSales(db, organizationId, { range, scope, by: 'period' })
  const sold = period.filter(({ outletId }) => firsts.has(outletId))
  const names = new Map(salesChannels.map(({ id, name }) => [id, name]))
  const listed = await rowsOf(context, { range, scope, sold, days, coverages })
  const unit = bucketUnit(range)
  return {
    tab: 'ads',
    items: listed.items,
    rows: listed.rows.map((row) => ({ ...row, shopName: names.get(row.shopId) ?? '' })),
    total: { ...sumOf(days), untaxedCents: addSold(sold).untaxedCents, sales: salesOf(addSold(sold)) },
    coverage: addCoverage([...coverages.values()]),
    unit,
    points: bucketAds(days, range, unit),
    hasReports: days.length > 0 || (await hasAdsReports(db, organizationId)),
    entities: await listEntities(db, organizationId),
  }
}

type Row = Omit<AdsRow, 'shopName'>
/** `sold`: of each shop over the whole period. */
type AdsRequest = { range: DayRange; scope: AdsScope; sold: TaxedSales[] }
type Known = AdsRequest & { days: AdsDayRow[]; coverages: Map<string, AdsCoverage> }
type Rows = { rows: Row[]; items: number }

function rowsOf(context: AnalyticsContext, known: Known): Promise<Rows> | Rows {
  const { filters, slice } = context
  if (filters.spent === 'listing') return rowsOfItems(context, known)
  if (filters.spent === 'day') return rowsOfDays(context, known)
  const rows = rowsOfShops(known.days, known.sold, known.coverages)
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
  days: readonly AdsDayRow[],
  sold: readonly TaxedSales[],
  coverages: ReadonlyMap<string, AdsCoverage>,
): Row[] {
  const daysByShop = groupBy(days, ({ shopId }) => shopId)
  const sales = groupBy(sold, ({ outletId }) => outletId)
  const size = ({ ads }: Row) => ads?.spendCents ?? -1n
  return [...coverages]
    .map(([shopId, coverage]): Row => {
      const reports = daysByShop.get(shopId)
      const figures = {
        ads: reports ? figuresOf(sumOf(reports)) : null,
        sales: salesOf(addSold(sales.get(shopId) ?? [])),
      }
      return { ...plain, ...figures, key: shopId, day: null, shopId, coverage }
    })
    .toSorted((a, b) => (size(a) === size(b) ? (a.key < b.key ? -1 : 1) : size(a) > size(b) ? -1 : 1))
}

/** Newest first. Sales are read of the days that are shown alone: a year of several shops has thousands. */
async function rowsOfDays({ db, viewer, slice }: AnalyticsContext, { days, scope }: Known): Promise<Rows> {
  const shown = days.toReversed().slice(slice.first - 1, slice.last)
  if (shown.length === 0) return { rows: [], items: days.length }
  const range = { from: shown.at(-1)!.day, to: shown[0]!.day }
  const sold = await listSalesChannelSales(db, viewer.organizationId, { range, scope, by: 'day' })
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
  return { rows, items: days.length }
}

const figuresOf = ({ spendCents, salesCents, clicks, impressions }: AdsFigures): AdsFigures => ({
  spendCents,
  salesCents,
  clicks,
  impressions,
})
