import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import type { Answer } from '@/lib/shopee/app'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import { noteFailure, resolveFailures } from '../streams/failures'
import { exportListingKey } from '../../order-imports/listing-key'
import { keepAnswers } from './keep-answers'
import {
  hashOrder,
  hasUnknownPrice,
  counter,
  isPriceless,
  lineKey,
  platformPayload,
  sheetLineKey,
  type KnownOrder,
  type SoldLine,
} from './order-payload'
import { noteLostParcels } from './lost-parcels'
import { isKnownStatus } from './order-status'
import { resolveSent } from '../dispatch/run-failures'
import { storedJson } from '@/lib/core/stored-json'
import { syncActor, type SyncShop } from '../streams/sync-shop'
import { notifyOversold } from './notify-oversold'

export type WrittenOrders = { created: number; updated: number; kept: number }
type Batch = Answer<ShopeeOrder>[]
type MovedEvent = 'order.cancellationAsked' | 'order.itemsCancelled' | 'order.statusChanged'

const WRITE_TIMEOUT_MS = 60_000
const nothing: WrittenOrders = { created: 0, updated: 0, kept: 0 }
const add = (a: WrittenOrders, b: WrittenOrders): WrittenOrders => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  kept: a.kept + b.kept,
})

/**
 * Writes what the platform says of orders, each once. One that cannot be written is noted as a failure and does not keep the
 * others out; a database that is away is the caller's to wait for.
 */
export async function writeOrders(shop: SyncShop, batch: Batch): Promise<WrittenOrders> {
  if (batch.length === 0) return nothing
  try {
    const numbers = await takeNumbers(shop, batch)
    return await withOrganization(shop, (db) => writeBatch(db, shop, batch, numbers), WRITE_TIMEOUT_MS)
  } catch (error) {
    if (isTransient(error)) throw error
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      const first = await writeOrders(shop, batch.slice(0, middle))
      return add(first, await writeOrders(shop, batch.slice(middle)))
    }
    const { orderSn } = batch[0]!.data
    logger().error({ err: error, shopId: shop.shopId, orderSn }, 'an order could not be written')
    await withOrganization(shop, (db) =>
      noteFailure(db, shop, { shopId: shop.shopId, operation: 'order', subject: orderSn, error }),
    )
    return nothing
  }
}

const yearOf = ({ data }: Answer<ShopeeOrder>, { timeZone }: SyncShop) => localDay(data.createdAt, timeZone).slice(0, 4)

/** In a transaction of its own, so that no other waits for a number; unused ones leave gaps. */
async function takeNumbers(shop: SyncShop, batch: Batch): Promise<Record<string, number>> {
  const { organizationId } = shop
  return withOrganization(shop, async (db) => {
    const codes = batch.map(({ data }) => data.orderSn)
    const known = await db.order.findMany({
      where: { organizationId, platform: 'shopee', externalCode: { in: codes } },
      select: { externalCode: true },
    })
    const knownCodes = new Set(known.map(({ externalCode }) => externalCode))
    const need: Record<string, number> = {}
    for (const answer of batch) {
      if (knownCodes.has(answer.data.orderSn)) continue
      const year = yearOf(answer, shop)
      need[year] = (need[year] ?? 0) + 1
    }
    if (Object.keys(need).length === 0) return {}
    const [row] = await db.$queryRaw<[{ numbers: Record<string, number> }]>`
      SELECT take_order_numbers(${JSON.stringify(need)}::jsonb) AS numbers`
    return row.numbers
  })
}

async function writeBatch(db: Db, shop: SyncShop, batch: Batch, numbers: object): Promise<WrittenOrders> {
  const { organizationId, shopId } = shop
  // The stored state is read under the lock that the write takes too, so that nothing comes between.
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${shopId}, 0))`
  const known = await readKnown(db, organizationId, batch)
  const payloads = batch.map(({ data }) => platformPayload(data, known.get(data.orderSn) ?? null, shop))
  const orders = batch.flatMap(({ data }, i) =>
    payloads[i] ? [{ number: i + 1, code: data.orderSn, hash: hashOrder(data), payload: payloads[i] }] : [],
  )
  const fromSheets = await listFromSheets(
    db,
    shop,
    orders.map(({ code }) => code),
  )
  const [row] = await db.$queryRaw<[WrittenOrders & { written: string[] }]>`
    SELECT * FROM write_platform_orders(${shopId}::uuid, ${storedJson(orders)}::jsonb, ${JSON.stringify(numbers)}::jsonb, NULL)`
  const { written, ...counts } = row
  // After the orders: an erasure of a buyer locks them, and changes refusals.
  const inUnknown = batch.filter(({ data }) => !isKnownStatus(data.status))
  for (const { data } of inUnknown)
    await noteFailure(db, shop, {
      shopId,
      operation: 'order',
      subject: data.orderSn,
      error: 'unknownStatus',
      text: data.status,
    })
  await resolveFailures(db, shop, {
    shopId,
    operation: 'order',
    subjects: batch.flatMap(({ data }) => (isKnownStatus(data.status) ? data.orderSn : [])),
  })
  await notePrices(db, shop, batch, known)
  if (written.length === 0) return counts
  await keepAnswers(db, shop, batch)
  await noteLostParcels(db, shop, batch)
  await resolveSent(
    db,
    shop,
    shopId,
    orders.map(({ code, payload: { status, platformStatus } }) => ({ code, status, platformStatus })),
  )
  await notifyOversold(db, shop, written)
  await enqueueReconcile(db, organizationId)
  const moved = orders.flatMap(({ code, payload: { status, units, asked } }) => {
    const before = known.get(code)
    if (!before || !written.includes(before.id)) return []
    const auditOf = (event: MovedEvent, change: object = {}) => ({
      event,
      subjectId: before.id,
      ...change,
    })
    return [
      ...(asked === true && !before.cancellationAsked ? [auditOf('order.cancellationAsked')] : []),
      ...(units < before.units && status !== 'cancelled'
        ? [auditOf('order.itemsCancelled', { before: { units: before.units }, after: { units } })]
        : []),
      ...(before.status === status
        ? []
        : [auditOf('order.statusChanged', { before: { status: before.status }, after: { status } })]),
    ]
  })
  await recordAudits(db, syncActor(organizationId), [
    { event: 'shop.ordersSynced', subjectId: shopId, after: counts },
    ...moved,
    ...(await listTakenOver(db, shop, fromSheets)),
  ])
  return counts
}

/** Orders whose revenue is unknown are said to the seller, until a price comes. */
async function notePrices(db: Db, shop: SyncShop, batch: Batch, known: ReadonlyMap<string, KnownOrder>): Promise<void> {
  const { shopId } = shop
  const [priced, unpriced]: [string[], string[]] = [[], []]
  for (const { data } of batch)
    (hasUnknownPrice(data, known.get(data.orderSn) ?? null) ? unpriced : priced).push(data.orderSn)
  for (const subject of unpriced)
    await noteFailure(db, shop, { shopId, operation: 'price', subject, error: 'priceMissing' })
  await resolveFailures(db, shop, { shopId, operation: 'price', subjects: priced })
}

/** Sales that a sheet of the company's own channels brought under these numbers; written, they become the shop's orders. */
async function listFromSheets(db: Db, { organizationId }: SyncShop, codes: string[]): Promise<string[]> {
  const sales = await db.channelSale.findMany({
    where: { organizationId, number: { in: codes } },
    select: { orderId: true },
  })
  return sales.map(({ orderId }) => orderId)
}

/** Those that did, for the trail: a file import says it before it is confirmed, the sync after. */
async function listTakenOver(db: Db, { organizationId, shopId }: SyncShop, ids: string[]) {
  if (ids.length === 0) return []
  const where = { organizationId, id: { in: ids }, platform: 'shopee', shopId } as const
  const taken = await db.order.findMany({ where, select: { id: true } })
  return taken.map(({ id }) => ({ event: 'order.takenOver' as const, subjectId: id }))
}

async function readKnown(db: Db, organizationId: string, batch: Batch) {
  const rows = await db.order.findMany({
    where: { organizationId, platform: 'shopee', externalCode: { in: batch.map(({ data }) => data.orderSn) } },
    select: {
      id: true,
      externalCode: true,
      status: true,
      units: true,
      cancellationAsked: true,
      inReturn: true,
      feesChargedCents: true,
      deliveredAt: true,
      cancelledAt: true,
    },
  })
  const priceless = new Set(batch.filter(({ data }) => data.items.some(isPriceless)).map(({ data }) => data.orderSn))
  const sold = await readSold(
    db,
    organizationId,
    rows.filter(({ externalCode }) => priceless.has(externalCode!)).map(({ id }) => id),
  )
  return new Map(
    rows.map(({ externalCode, ...known }) => [
      externalCode!,
      { ...known, sold: sold.get(known.id) ?? new Map<string, SoldLine>() } satisfies KnownOrder,
    ]),
  )
}

type StoredLine = SoldLine & {
  orderId: string
  itemId: string | null
  modelId: string | null
  sku: string | null
  title: string
  variation: string | null
  isPriceMissing: boolean
}

/** Also by what a sheet calls the line: one that only a sheet has named has no number of the platform yet. */
async function readSold(db: Db, organizationId: string, orderIds: string[]) {
  const sold = new Map<string, Map<string, SoldLine>>()
  if (orderIds.length === 0) return sold
  const lines = await db.$queryRaw<StoredLine[]>`
    SELECT t.order_id AS "orderId", l.item_id AS "itemId", l.model_id AS "modelId", t.sku, t.title, t.variation, t.quantity,
      t.unit_price_cents AS "unitPriceCents", t.subtotal_cents AS "subtotalCents", t.discount_cents AS "discountCents", t.price_missing AS "isPriceMissing"
    FROM order_item t LEFT JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = t.listing_id
    WHERE t.organization_id = ${organizationId}::uuid AND t.order_id = ANY (${orderIds}::uuid[]) ORDER BY t.order_id, t.line`
  const nthOf = counter()
  for (const { orderId, itemId, modelId, sku, title, variation, isPriceMissing, ...line } of lines) {
    const own = sold.get(orderId) ?? new Map<string, SoldLine>()
    sold.set(orderId, own)
    const inSheet = exportListingKey({ sku, title, variation })
    const bySheet = sheetLineKey(inSheet, nthOf(`${orderId} ${inSheet}`))
    const byId =
      itemId === null || modelId === null
        ? null
        : lineKey(itemId, modelId, nthOf(`${orderId} ${lineKey(itemId, modelId, 0)}`))
    if (isPriceMissing) continue
    own.set(bySheet, line)
    if (byId !== null) own.set(byId, line)
  }
  return sold
}
