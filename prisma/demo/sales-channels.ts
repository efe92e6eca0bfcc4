import { expectedFees } from '@/lib/money/fees/calculate'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { ExpectedFees, FeeRule } from '@/lib/money/fees/schema'
import type { Day } from '@/lib/core/dates'
import type { Random } from './random'

/** Offers of a sales channel: a product, a kit, two of one, or an unmapped listing. */
export type Offer = {
  productId: string | null
  /** By shop; manual channels sell products alone. */
  listings: ReadonlyMap<string, string>
  sku: string | null
  title: string
  pull: number
  quantity: number
  since: number
  until: number
  priceOn: (ago: number) => number
  costOn: (ago: number) => string | null
}

export type DemoSalesChannel = {
  id: string
  kind: 'shop' | 'channel'
  /** Open since so many days, with so many orders a day then and now. */
  since: number
  then: number
  now: number
  /** A shop with a counter is closed on Sundays. */
  closesOnSunday?: boolean
  feeRate: number
}

export type DemoLine = {
  line: number
  listingId: string | null
  productId: string | null
  productQuantity: number
  sku: string | null
  title: string
  quantity: number
  unitPriceCents: bigint
  subtotalCents: bigint
  unitCost: string | null
}

export const onSale = (offers: readonly Offer[], salesChannel: DemoSalesChannel, ago: number) =>
  offers.filter(
    ({ since, until, listings, productId }) =>
      ago <= since &&
      ago >= until &&
      (salesChannel.kind === 'shop' ? listings.has(salesChannel.id) : productId !== null),
  )

/** One product, sometimes two; one unit, sometimes two. */
export function drawLines(
  offers: readonly Offer[],
  salesChannel: DemoSalesChannel,
  ago: number,
  random: Random,
): DemoLine[] {
  const wanted = Array.from({ length: random.next() < 0.16 ? 2 : 1 }, () => random.weighted(offers))
  return [...new Set(wanted)].map((offer, index) => {
    const quantity = random.next() < 0.11 ? 2 : 1
    const unitPriceCents = BigInt(offer.priceOn(ago))
    return {
      line: index + 1,
      listingId: offer.listings.get(salesChannel.id) ?? null,
      productId: offer.productId,
      productQuantity: offer.quantity,
      sku: offer.sku,
      title: offer.title,
      quantity,
      unitPriceCents,
      subtotalCents: unitPriceCents * BigInt(quantity),
      unitCost: offer.costOn(ago),
    }
  })
}

export function feesOf(rules: FeeRule[], day: Day, lines: DemoLine[], voucherCents: bigint): ExpectedFees | null {
  const rule = feeRuleOn(rules, { platform: 'shopee', sellerType: 'cnpj', programme: 'freeShipping', day })
  return rule ? expectedFees(lines, voucherCents, rule) : null
}

const WEEKDAY_PULL = [0.8, 1.15, 1.1, 1.05, 1, 0.95, 0.75]

/** More from month to month, less at the weekend, and twice as much on the days of campaigns: 10/10, 11/11. */
export function countOrders(
  { since, then, now, closesOnSunday }: DemoSalesChannel,
  day: Day,
  ago: number,
  random: Random,
) {
  const chance = 0.7 + random.next() * 0.6
  const rest = random.next()
  if (ago > since) return 0
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  if (closesOnSunday && weekday === 0) return 0
  const grown = then + ((now - then) * (since - ago)) / since
  const isCampaign = day.slice(5, 7) === day.slice(8, 10)
  return Math.floor(grown * WEEKDAY_PULL[weekday]! * (isCampaign ? 2.1 : 1) * chance + rest)
}
