import 'server-only'
import { createHash } from 'node:crypto'
import { localDay } from '@/lib/core/dates'
import type { FormerSeller } from '@/lib/money/fees/fee-rule-on'
import { estimateFees } from '@/lib/money/fees/estimate-fees'
import { feeLinesOf } from '@/lib/money/fees/fee-lines'
import type { FeeRule, FeeSellerType } from '@/lib/money/fees/schema'
import type { ShopTerms } from '@/lib/money/fees/terms'
import { exportListingKey } from '../../order-imports/listing-key'
import { buyerKey } from '@/lib/sales/orders/buyer-key'
import { purgeAfter } from '@/lib/sales/orders/buyer-term'
import type { OrderStatus } from '@/lib/sales/orders/schema'
import { unmasked } from '@/lib/sales/orders/unmasked'
import type { ShopeeOrder, ShopeeOrderItem } from '@/lib/shopee/reshape-order'
import { orderStateOf, type StoredState } from './order-status'

export type OrderContext = {
  organizationId: string
  timeZone: string
  sellerType: FeeSellerType
  formerly?: readonly FormerSeller[]
  feeRules: FeeRule[]
  shopTerms: readonly ShopTerms[]
  /** Orders placed from then on move stock. */
  stockFrom: Date | null
}

/** The stored data of the order: fields that the platform leaves out are not lost. */
export type KnownOrder = StoredState & {
  feesChargedCents: bigint | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  /** The sold price of its lines, by listing and position among them (lineKey); only for orders with a line that came without a price. */
  sold: Map<string, SoldLine>
}

export type SoldLine = { quantity: number; unitPriceCents: bigint; subtotalCents: bigint; discountCents: bigint }
export const lineKey = (itemId: string, modelId: string, nth: number) => `${itemId}:${modelId}:${nth}`
/** The same of a line that only a sheet has named. */
export const sheetLineKey = (listingKey: string, nth: number) => `${listingKey}:${nth}`

/** The order itself has no price of a bundle. */
export const isPriceless = ({ discountedPriceCents }: ShopeeOrderItem) => !discountedPriceCents

/** Raised when the conversion of an answer changes, so that the same answer is written again. */
const VERSION = 1

const moment = (date: Date | null) => date?.toISOString() ?? null

/**
 * The platform's data, without the buyer (whom it masks later), the time of the order's last change, and its possible
 * actions.
 */
export function hashOrder(order: ShopeeOrder): string {
  const { updatedAt: _, recipient: __, mayCancelPart: ___, ...rest } = order
  const { buyerUsername, buyerTaxId, buyerUserId, messageToSeller, ...hashed } = rest
  void [buyerUsername, buyerTaxId, buyerUserId, messageToSeller]
  // Written once it is readable, though nothing else has changed; masked again it takes nothing away.
  const readable = Object.entries(buyerOf(order) ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]))
  const text = JSON.stringify([VERSION, hashed, ...(readable.length > 0 ? [readable] : [])], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

/** An order with a line that is sold and that neither the order nor another source gives any price for: its revenue is unknown. */
export const hasUnknownPrice = (order: ShopeeOrder, known: KnownOrder | null): boolean =>
  order.status !== 'CANCELLED' && linesOf(order, known).some(({ isPriceMissing }) => isPriceMissing)

/** Only the escrow has a bundle's price (write_escrow): until then the one before the promotion. */
const unitPriceOf = ({ discountedPriceCents, originalPriceCents }: ShopeeOrderItem) =>
  discountedPriceCents || originalPriceCents || 0n

/** The lines that are still sold: what was cancelled of an order that goes on is not sent. */
function linesOf(order: ShopeeOrder, known: KnownOrder | null) {
  const left = order.items.map((item) => ({ ...item, quantity: item.quantity - item.cancelledQuantity }))
  const sold = order.status === 'CANCELLED' ? [] : left.filter(({ quantity }) => quantity > 0)
  const nthOf = counter()
  return (sold.length > 0 ? sold : order.items).map((item) => {
    const byId = lineKey(item.itemId, item.modelId, nthOf(lineKey(item.itemId, item.modelId, 0)))
    const inSheet = sheetKeyOf(item)
    const bySheet = sheetLineKey(inSheet, nthOf(inSheet))
    const settled = isPriceless(item) ? (known?.sold.get(byId) ?? known?.sold.get(bySheet)) : undefined
    if (settled?.quantity === item.quantity) {
      const { quantity, unitPriceCents, subtotalCents, discountCents: savedCents } = settled
      return { item, quantity, unitPriceCents, savedCents, subtotalCents, isPriceMissing: false }
    }
    const [price, quantity] = [unitPriceOf(item), BigInt(item.quantity)]
    const original = item.originalPriceCents ?? price
    return {
      item,
      quantity: item.quantity,
      unitPriceCents: price,
      savedCents: original > price ? (original - price) * quantity : 0n,
      subtotalCents: price * quantity,
      isPriceMissing: item.discountedPriceCents === null && item.originalPriceCents === null,
    }
  })
}

type Line = ReturnType<typeof linesOf>[number]

const sheetKeyOf = ({ sku, name, modelName }: ShopeeOrderItem) =>
  exportListingKey({ sku, title: name, variation: modelName })

/** Counts a key's turns: the first is 1. */
export function counter(): (key: string) => number {
  const turns = new Map<string, number>()
  return (key) => {
    const nth = (turns.get(key) ?? 0) + 1
    turns.set(key, nth)
    return nth
  }
}

const asItem = ({ item, quantity, unitPriceCents, savedCents, subtotalCents, isPriceMissing }: Line) => ({
  k: `i:${item.itemId}:${item.modelId}`,
  x: sheetKeyOf(item),
  item: item.itemId,
  model: item.modelId,
  s: item.sku,
  t: item.name,
  v: item.modelName,
  q: quantity,
  p: unitPriceCents,
  d: savedCents,
  m: subtotalCents,
  ...(isPriceMissing && { u: true }),
})

function packagesOf(order: ShopeeOrder, lines: Line[]) {
  const lineOf = (itemId: string, modelId: string) =>
    lines.findIndex(({ item }) => item.itemId === itemId && item.modelId === modelId) + 1
  return order.packages.flatMap((one) =>
    one.packageNumber === null
      ? []
      : {
          n: one.packageNumber,
          status: one.logisticsStatus,
          channel: one.channelId,
          carrier: one.carrier,
          tracking: null,
          items: one.items.flatMap(({ itemId, modelId, quantity }) => {
            const line = lineOf(itemId, modelId)
            // Cancelled units of the line do not travel.
            return line > 0 ? { line, q: Math.min(quantity, lines[line - 1]!.quantity) } : []
          }),
        },
  )
}

/**
 * Without, sent, refused with the tax office's reason, or valid; null where the answer does not say. By the invoice itself: the order
 * may say "ready to ship" before and after it. Which orders wait for one is asked for apart (watch-packages.ts).
 */
function invoiceOf({ status, invoice }: ShopeeOrder) {
  if (invoice?.status === 'valid') return { invoiceState: 'valid', invoiceReason: null }
  if (invoice?.pendingReason) return { invoiceState: 'rejected', invoiceReason: invoice.pendingReason }
  if (invoice?.accessKey || invoice?.number) return { invoiceState: 'sent', invoiceReason: null }
  const isRequested = invoice?.status === 'pending' || status === 'INVOICE_PENDING'
  return { invoiceState: isRequested ? 'none' : null, invoiceReason: null }
}

function buyerOf(order: ShopeeOrder) {
  const recipient = order.recipient
  const buyer = {
    name: unmasked(recipient?.name ?? null),
    username: unmasked(order.buyerUsername),
    phone: unmasked(recipient?.phone ?? null),
    document: unmasked(order.buyerTaxId),
    address: unmasked(recipient?.fullAddress ?? null),
    city: unmasked(recipient?.city ?? null),
    state: unmasked(recipient?.state ?? null),
    postalCode: unmasked(recipient?.zipCode ?? null),
  }
  return Object.values(buyer).some((value) => value !== null) ? buyer : null
}

/** The end of the buyer data's term. The exact time of completion is unknown: no later than the order's last change. */
export function buyerTermOf(order: ShopeeOrder, status: OrderStatus, known: KnownOrder | null): Date {
  const ms = (date: Date | null) => date?.getTime() ?? null
  return new Date(
    purgeAfter({
      status,
      placedAt: order.createdAt.getTime(),
      paidAt: ms(order.paidAt),
      shipBy: ms(order.shipBy),
      shippedAt: ms(order.pickedUpAt),
      deliveredAt: ms(known?.deliveredAt ?? null),
      completedAt: order.status === 'COMPLETED' ? order.updatedAt.getTime() : null,
      cancelledAt: status === 'cancelled' ? ms(known?.cancelledAt ?? order.updatedAt) : null,
    }),
  )
}

/** An order of the API as write_platform_orders takes it; null where its state is unknown. */
export function platformPayload(order: ShopeeOrder, known: KnownOrder | null, context: OrderContext) {
  const state = orderStateOf(order, known)
  if (!state) return null
  const { status } = state
  const day = localDay(order.createdAt, context.timeZone)
  const lines = linesOf(order, known)
  const revenue = lines.reduce((sum, line) => sum + line.subtotalCents, 0n)
  const isSale = status !== 'pending' && status !== 'cancelled'
  const isCharged = (known?.feesChargedCents ?? null) !== null
  const isPriced = lines.every(({ isPriceMissing }) => !isPriceMissing)
  const estimate =
    isSale && !isCharged && isPriced ? estimateFees(lines.flatMap(feeLinesOf), 0n, { day, ...context }) : null
  const isOnShelf = status === 'pending' || status === 'confirmed' || status === 'processing'
  const username = unmasked(order.buyerUsername)
  const term = buyerTermOf(order, status, known)
  return {
    ...state,
    ...invoiceOf(order),
    platformStatus: order.status,
    day,
    placedAt: moment(order.createdAt),
    paidAt: moment(order.paidAt),
    shipBy: moment(order.shipBy),
    shippedAt: moment(order.pickedUpAt),
    deliveredAt: status === 'delivered' ? moment(known?.deliveredAt ?? order.updatedAt) : null,
    cancelledAt: status === 'cancelled' ? moment(known?.cancelledAt ?? order.updatedAt) : null,
    asOf: moment(order.updatedAt),
    tracking: null,
    fulfilled: order.isFulfilledByShopee,
    units: lines.reduce((units, { quantity }) => units + quantity, 0),
    revenue,
    discount: lines.reduce((sum, line) => sum + line.savedCents, 0n),
    voucher: null,
    freight: null,
    total: order.totalCents ?? revenue,
    charged: null,
    estimated: estimate?.totalCents ?? null,
    money: estimate?.lines ?? [],
    moves: isOnShelf || (context.stockFrom !== null && order.createdAt >= context.stockFrom),
    cancelReason: order.cancelReason ?? order.buyerCancelReason,
    cancelBy: order.cancelledBy,
    carrier: order.carrier,
    // It may name the buyer, and is forgotten with them.
    note: term < new Date() ? null : order.note,
    buyerKey: username && buyerKey(context.organizationId, username),
    buyer: buyerOf(order),
    purgeAfter: moment(term),
    items: lines.map(asItem),
    packages: packagesOf(order, lines),
  }
}
