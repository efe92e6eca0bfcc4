import 'server-only'
import { bucketUnit, type BucketUnit } from '@/lib/sales/sales-figures/buckets'
import { addDays, addMonths, startOfMonth, type Day, type DayRange } from '@/lib/core/dates'
import type { Cents } from '@/lib/core/money'
import { listItemSales, type SoldScope } from '@/lib/sales/sales-figures/product-figures'
import { listProductDays, type PriceDay } from '@/lib/sales/sales-figures/sales-series'
import type { AnalyticsContext } from '@/lib/sales/sales-figures/analysis-context'

/** Sales of these days; no price where there were none. */
export type PricePoint = DayRange & { units: bigint; revenueCents: Cents; priceCents: Cents | null }
type Choice = { id: string; title: string; sku: string }
export type Prices = {
  tab: 'price'
  choices: Choice[]
  product: (Choice & { listCents: Cents | null }) | null
  unit: BucketUnit
  points: PricePoint[]
  /** The least and the most that a day's units went for on average. */
  lowCents: Cents | null
  highCents: Cents | null
  units: bigint
  revenueCents: Cents
}

const offered = 30

/** The prices and quantities of one product: the requested one, or else the bestseller. */
export async function getPrices({ db, viewer, filters }: AnalyticsContext, sold: SoldScope): Promise<Prices> {
  const { organizationId } = viewer
  const slice = { first: 1, last: offered }
  const best = await listItemSales(db, sold, { sort: 'revenue', slice, seesMoney: false })
  const choices = best.rows.filter(({ mapped }) => mapped).map(({ id, title, sku }) => ({ id, title, sku: sku ?? '' }))
  const id = filters.product ?? choices[0]?.id
  const [matches = null] = id
    ? await db.$queryRaw<{ id: string; title: string; sku: string; priceCents: Cents | null }[]>`
        SELECT id, title, sku::text AS sku, price_cents AS "priceCents" FROM product WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid`
    : []
  const days = matches ? await listProductDays(db, organizationId, matches.id, filters, filters) : []
  const unit = bucketUnit(filters)
  const prices = days.flatMap((day) => averagePrice(day) ?? [])
  return {
    tab: 'price',
    choices: matches && !choices.some((choice) => choice.id === matches.id) ? [matches, ...choices] : choices,
    product: matches && { id: matches.id, title: matches.title, sku: matches.sku, listCents: matches.priceCents },
    unit,
    points: bucketPrices(days, filters, unit),
    lowCents: prices.reduce<Cents | null>((low, price) => (low === null || price < low ? price : low), null),
    highCents: prices.reduce<Cents | null>((high, price) => (high === null || price > high ? price : high), null),
    units: days.reduce((sum, { units }) => sum + units, 0n),
    revenueCents: days.reduce((sum, { revenueCents }) => sum + revenueCents, 0n),
  }
}

/** To the nearest cent. */
export const averagePrice = ({ units, revenueCents }: Pick<PriceDay, 'units' | 'revenueCents'>): Cents | null =>
  units > 0n && revenueCents >= 0n ? (revenueCents * 2n + units) / (units * 2n) : null

function endOfBucket(first: Day, unit: BucketUnit): Day {
  switch (unit) {
    case 'day':
      return first
    case 'week':
      return addDays(first, 6)
    case 'month':
      return addDays(addMonths(startOfMonth(first), 1), -1)
  }
}

/** Every day, week or month of the period, those without a sale too. */
export function bucketPrices(days: readonly PriceDay[], { from, to }: DayRange, unit: BucketUnit): PricePoint[] {
  const points: PricePoint[] = []
  for (let first = from; first <= to;) {
    const end = endOfBucket(first, unit)
    const last = end < to ? end : to
    const inside = days.filter(({ day }) => day >= first && day <= last)
    const units = inside.reduce((sum, day) => sum + day.units, 0n)
    const revenueCents = inside.reduce((sum, day) => sum + day.revenueCents, 0n)
    points.push({ from: first, to: last, units, revenueCents, priceCents: averagePrice({ units, revenueCents }) })
    first = addDays(end, 1)
  }
  return points
}
