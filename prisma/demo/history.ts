import type { FeeRule } from '@/lib/money/fees/schema'
import { newId } from '@/lib/core/ids'
import { buyerKey } from '@/lib/sales/orders/buyer-key'
import { purgeAfter } from '@/lib/sales/orders/buyer-term'
import { buyersOf, type DemoBuyer } from './buyers'
import { soldOutSku } from './catalogue'
import { asDate } from './clock'
import { drawManual } from './manual'
import {
  countOrders,
  drawLines,
  feesOf,
  onSale,
  type DemoLine,
  type DemoSalesChannel,
  type Offer,
} from './sales-channels'
import { drawLife, type OrderLife } from './order-life'
import type { Random } from './random'
import { returnsOf } from './returns'
import type { DemoScope } from './scope'

const CODE_LETTERS = [...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ']
/** The platform has stated the fees of older orders; younger ones have only the rule. */
const CHARGED_AFTER = 9
/** Younger than the term after which buyers' data go. */
const BUYERS_OF_DAYS = 60

export type DemoOrder = ReturnType<typeof drawMarketplace> | ReturnType<typeof drawManual>

/** A year of orders in every outlet, oldest first, each in the state that orders of its age have. */
export function drawHistory(scope: DemoScope, salesChannels: DemoSalesChannel[], offers: Offer[]): DemoOrder[] {
  const { clock, random } = scope
  const orders: DemoOrder[] = []
  const buyers = new Map(salesChannels.map(({ id }) => [id, buyersOf(random)]))
  const drawReturn = returnsOf(clock, random)
  const soldOut = offers.filter(({ sku }) => sku === soldOutSku)
  for (let ago = Math.max(...salesChannels.map(({ since }) => since)); ago >= 0; ago--)
    for (const salesChannel of salesChannels) {
      const whole = countOrders(salesChannel, clock.dayAgo(ago), ago, random)
      const least = salesChannel.kind === 'shop' && ago < 2 ? 2 : 0
      const count = Math.max(least, ago === 0 ? Math.round(whole * clock.gone) : whole)
      const sold = onSale(offers, salesChannel, ago)
      for (let n = 0; n < count; n++) {
        // Two of yesterday's orders want what there is only one of.
        const isShort = ago === 1 && n < 2 && salesChannel === salesChannels[0]
        const sale = { ago, lines: drawLines(isShort ? soldOut : sold, salesChannel, ago, random), waits: isShort }
        const buyer = buyers.get(salesChannel.id)!.next(ago)
        orders.push(
          salesChannel.kind === 'channel'
            ? drawManual(scope, salesChannel, { ...sale, customer: buyer.name })
            : drawMarketplace(scope, salesChannel, { ...sale, buyer, drawReturn }),
        )
      }
    }
  return orders
}

type Sale = {
  ago: number
  lines: DemoLine[]
  buyer: DemoBuyer
  waits: boolean
  drawReturn: ReturnType<typeof returnsOf>
}

function drawMarketplace(scope: DemoScope, { id: shopId }: DemoSalesChannel, sale: Sale) {
  const { ago, lines, buyer, waits, drawReturn } = sale
  const { organizationId, clock, random, rules, numberOf } = scope
  const id = newId()
  const day = clock.dayAgo(ago)
  const life = drawLife(clock, { ago, waits, transitDays: buyer.transitDays }, random)
  const externalCode =
    day.slice(2).replaceAll('-', '') + Array.from({ length: 8 }, () => random.pick(CODE_LETTERS)).join('')
  const money = priced(rules, { day, lines, life, ago }, random)
  const came = drawReturn({ organizationId, orderId: id, shopId, code: externalCode, lines }, life)
  const isPaid = life.status !== 'pending' && life.cancelReason !== 'UNPAID_ORDER'
  const { deliveredAgo: _, leftToday, ...moments } = life
  return {
    order: {
      organizationId,
      id,
      code: numberOf(day, 'SHP'),
      externalCode,
      platform: 'shopee' as const,
      shopId,
      outletId: shopId,
      ...moments,
      platformStatus: came?.isOpen && life.status === 'delivered' ? 'TO_RETURN' : life.platformStatus,
      inReturn: came?.isOpen ?? false,
      localDay: asDate(day),
      paidAt: isPaid ? life.placedAt : null,
      shipBy: isPaid ? clock.until(ago - 2, 18 * 3600) : null,
      ...money.sums,
      trackingNumber: life.shippedAt ? `BR26${externalCode.slice(-9)}K` : null,
      carrier: 'Shopee Xpress',
      buyerKey: Uint8Array.from(Buffer.from(buyerKey(organizationId, buyer.username), 'hex')),
      buyerState: random.next() < 0.02 ? null : buyer.state,
      movesStock: life.status === 'confirmed' || life.status === 'processing' || leftToday,
    },
    items: lines.map((line) => ({ organizationId, orderId: id, ...line })),
    lines: [
      ...money.lines,
      ...(came?.refunded
        ? [{ kind: 'refund' as const, source: 'export' as const, amountCents: -came.row.refundCents }]
        : []),
    ].map((line) => ({ ruleId: null, ...line, organizationId, orderId: id, asOf: life.placedAt })),
    buyer: ago <= BUYERS_OF_DAYS ? known(organizationId, id, buyer, life) : null,
    came,
  }
}

type Priced = { day: string; ago: number; lines: DemoLine[]; life: OrderLife }

function priced(rules: FeeRule[], { day, ago, lines, life }: Priced, random: Random) {
  const revenueCents = lines.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0n)
  const sellerVoucherCents = random.next() < 0.09 && revenueCents > 6000n ? 500n : 0n
  const freightPaidCents = BigInt(random.pick([0, 0, 790, 1290, 1690]))
  const fees = life.status === 'cancelled' ? null : feesOf(rules, day, lines, sellerVoucherCents)
  const isCharged = fees !== null && ago > CHARGED_AFTER
  const source = isCharged ? ('export' as const) : ('rule' as const)
  const ruleId = isCharged ? null : (fees?.ruleId ?? null)
  return {
    sums: {
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      revenueCents,
      sellerVoucherCents,
      freightPaidCents,
      totalCents: revenueCents - sellerVoucherCents + freightPaidCents,
      feesChargedCents: isCharged ? fees.totalCents : null,
      feesEstimatedCents: fees && !isCharged ? fees.totalCents : null,
    },
    lines: [
      ...(fees
        ? [
            { kind: 'commission' as const, source, ruleId, amountCents: -fees.commissionCents },
            { kind: 'service' as const, source, ruleId, amountCents: -fees.serviceCents },
          ]
        : []),
      ...(sellerVoucherCents > 0n
        ? [
            {
              kind: 'seller_voucher' as const,
              source: 'export' as const,
              ruleId: null,
              amountCents: -sellerVoucherCents,
            },
          ]
        : []),
    ],
  }
}

function known(organizationId: string, orderId: string, { name, username, city, state }: DemoBuyer, life: OrderLife) {
  const ms = (at: Date | null) => at?.getTime() ?? null
  const moments = { placedAt: life.placedAt.getTime(), paidAt: null, shipBy: null, completedAt: null }
  const ends = { shippedAt: ms(life.shippedAt), deliveredAt: ms(life.deliveredAt), cancelledAt: ms(life.cancelledAt) }
  const purge = new Date(purgeAfter({ status: life.status, ...moments, ...ends }))
  return { organizationId, orderId, name, username, city, state, purgeAfter: purge }
}
