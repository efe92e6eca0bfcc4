import 'server-only'
import type { FormerSeller } from '@/lib/money/fees/fee-rule-on'
import { estimateFees } from '@/lib/money/fees/estimate-fees'
import { feeLinesOf } from '@/lib/money/fees/fee-lines'
import type { FeeRule, FeeSellerType } from '@/lib/money/fees/schema'
import type { ShopTerms } from '@/lib/money/fees/terms'
import { buyerKey } from '@/lib/sales/orders/buyer-key'
import { purgeAfter } from '@/lib/sales/orders/buyer-term'
import type { ExportBuyer, ExportOrder, UnsaidPart } from './assemble-order'
import { dayInZone } from '@/lib/core/sheets/cell-values'
import { exportListingKey } from './listing-key'

export type StagingContext = {
  organizationId: string
  timeZone: string
  sellerType: FeeSellerType
  formerly?: readonly FormerSeller[]
  feeRules: FeeRule[]
  shopTerms: readonly ShopTerms[]
  now: number
}

type MoneyEntry = { kind: string; source: 'export' | 'rule'; amount: number; rule?: string; name?: string }

// Cents of one order are far below 2^53, so they travel as JSON numbers and come back as bigint in the database.
const plain = (cents: bigint) => Number(cents)
const unlessUnsaid = ({ unsaid }: ExportOrder, part: UnsaidPart, cents: bigint) =>
  unsaid.includes(part) ? null : plain(cents)
const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** The staged form of an order: all that applying it needs, so that a batch is one statement in the database. */
export function orderPayload(order: ExportOrder, context: StagingContext) {
  const day = dayInZone(order.placedAt, context.timeZone)
  const valid = order.status !== 'pending' && order.status !== 'cancelled'
  const purge = purgeAfter(order)
  const fees = feesOf(order, day, valid, context)
  return {
    status: order.status,
    stage: order.stage,
    platformStatus: order.platformStatus,
    day,
    placedAt: moment(order.placedAt),
    paidAt: moment(order.paidAt),
    shipBy: moment(order.shipBy),
    shippedAt: moment(order.shippedAt),
    deliveredAt: moment(order.deliveredAt ?? order.completedAt),
    cancelledAt: moment(order.cancelledAt),
    asOf: moment(order.asOf),
    tracking: order.trackingNumber,
    fulfilled: order.fulfilledByShopee,
    units: order.units,
    revenue: plain(order.revenueCents),
    discount: unlessUnsaid(order, 'discount', order.sellerDiscountCents),
    voucher: unlessUnsaid(order, 'seller_voucher', order.sellerVoucherCents),
    freight: unlessUnsaid(order, 'freight', order.freightPaidCents),
    total: plain(order.totalCents),
    charged: fees.charged,
    estimated: fees.estimated,
    money: fees.money,
    ...(order.unsaid.length > 0 && { unsaid: order.unsaid }),
    buyerKey: order.buyer.username ? buyerKey(context.organizationId, order.buyer.username) : null,
    buyer: purge > context.now ? knownBuyer(order.buyer) : null,
    purgeAfter: moment(purge),
    items: order.items.map((item) => ({
      k: exportListingKey(item),
      s: item.sku,
      t: item.title,
      v: item.variation,
      q: item.quantity,
      p: plain(item.unitPriceCents),
      d: plain(item.discountCents),
      m: plain(item.subtotalCents),
    })),
  }
}

const knownBuyer = (buyer: ExportBuyer) => (Object.values(buyer).some((value) => value !== null) ? buyer : null)

/** Charged as the export says; where a valid order has no charge, what the rule of its day expects. */
function feesOf(order: ExportOrder, day: string, valid: boolean, context: StagingContext) {
  const money: MoneyEntry[] = []
  const charge = (kind: string, cents: bigint | null, name?: string) => {
    if (cents !== null && cents !== 0n) {
      money.push({ kind, source: 'export', amount: -plain(cents), ...(name && { name }) })
    }
  }
  charge('seller_voucher', order.sellerVoucherCents)
  charge('coins', order.sellerCoinsCents)
  charge('commission', order.commissionCents)
  charge('service', order.serviceCents)
  charge('other', order.transactionCents, 'Taxa de transação')
  charge('reverse_freight', order.reverseFreightCents)
  const chargedParts = [order.commissionCents, order.serviceCents, order.transactionCents].filter(
    (cents) => cents !== null,
  )
  const charged = chargedParts.length > 0 ? plain(chargedParts.reduce((total, cents) => total + cents, 0n)) : null
  if (!valid || charged !== null) return { charged, estimated: null, money }
  const estimate = estimateFees(order.items.flatMap(feeLinesOf), order.sellerVoucherCents, { day, ...context })
  return { charged, estimated: estimate?.totalCents ?? null, money: [...money, ...(estimate?.lines ?? [])] }
}
