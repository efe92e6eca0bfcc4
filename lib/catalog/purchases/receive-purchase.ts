import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { bookStock } from '../stock/book-stock'
import { landedShare } from './apportion'
import { lockPurchase, type LockedPurchase } from './lock-purchase'
import { setReceiptCosts } from './set-receipt-costs'
import type { ReceivePurchaseInput } from './schema'

type Received = { line: LockedPurchase['lines'][number]; units: number; note: string | null }

type Receipt = { receiptId: string; version: number }

export const receivePurchase = (actor: Actor, input: ReceivePurchaseInput): Promise<Receipt> =>
  writeOnce(actor, (db) => bookReceipt(db, actor, input))

/** Books what came into the own stock, sets what it costs by the company's rule, and notes what differs. */
export async function bookReceipt(db: Db, actor: Actor, input: ReceivePurchaseInput): Promise<Receipt> {
  const { organizationId, userId } = actor
  const purchase = await lockPurchase(db, organizationId, input, ['sent', 'partly_received'])
  const received = matchLines(purchase, input)
  const locationId = await lockOwnStock(
    db,
    received.map(({ line }) => line.productId),
  )
  const today = await getLocalToday(db, organizationId)
  const receiptId = newId()
  const number = 1 + (await db.purchaseReceipt.count({ where: { organizationId, purchaseOrderId: input.id } }))
  await db.purchaseReceipt.create({
    data: {
      organizationId,
      id: receiptId,
      purchaseOrderId: input.id,
      number,
      receivedOn: asDate(today),
      note: input.note,
      createdBy: userId,
    },
    select: { id: true },
  })
  const taken = await listTaken(db, organizationId, input.id)
  const lines = received.map((each) => costed(each, taken.get(each.line.line) ?? 0n))
  await setReceiptCosts(db, actor, { receiptId, today, lines })
  await bookStock(db, actor, {
    source: { kind: 'purchase_receipt', id: receiptId },
    entries: received.map(({ line, units }) => ({
      product: line.product,
      locationId,
      kind: 'purchase',
      onHand: units,
    })),
  })
  await moveLines(
    db,
    organizationId,
    input.id,
    received.map(({ line: { line }, units }) => ({ line, units })),
  )
  await settleStatus(db, organizationId, input.id)
  await recordAudit(db, actor, {
    event: 'purchase.received',
    subjectId: input.id,
    after: {
      receiptId,
      number,
      units: received.map(({ line, units }) => `${line.product.sku}: ${units}`).join(', '),
    },
  })
  return { receiptId, version: input.version + 1 }
}

function matchLines({ lines }: LockedPurchase, input: ReceivePurchaseInput): Received[] {
  const byLine = new Map(lines.map((line) => [line.line, line]))
  const received = input.lines.map(({ line, units, note }) => ({ line: byLine.get(line), units, note }))
  const known = received.filter((each): each is Received => each.line !== undefined && each.line.quantity > 0)
  if (known.length < received.length || new Set(known.map(({ line }) => line)).size < known.length)
    throw new UserError('notFound')
  const over = known.find(({ line, units }) => line.received + units > line.quantity)
  if (over && !input.allowOver) throw new UserError('purchaseOverReceived', { values: { sku: over.line.product.sku } })
  return known
}

const costed = ({ line, units, note }: Received, takenCents: bigint) => ({
  line: line.line,
  productId: line.productId,
  units,
  note,
  landedCents: landedShare(line.landedCents ?? 0n, BigInt(line.quantity), BigInt(line.received + units), takenCents),
})

/** The cost of each line's receipts so far. */
async function listTaken(db: Db, organizationId: string, purchaseOrderId: string): Promise<Map<number, bigint>> {
  const lines = await db.purchaseReceiptLine.groupBy({
    by: ['line'],
    where: { organizationId, reversed: false, receipt: { purchaseOrderId } },
    _sum: { landedCents: true },
  })
  return new Map(lines.map(({ line, _sum }) => [line, _sum.landedCents ?? 0n]))
}

/** Locks the own stock of these products, in the order that every writer does. */
export async function lockOwnStock(db: Db, products: string[]): Promise<string> {
  const [level] = await db.$queryRaw<[{ location_id: string }]>`
    SELECT location_id FROM lock_stock(${products}::uuid[])`
  return level.location_id
}

/** Adds to what came of a purchase's lines, or takes it off again. */
export async function moveLines(
  db: Db,
  organizationId: string,
  purchaseOrderId: string,
  lines: readonly { line: number; units: number }[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE purchase_order_line l SET received = l.received + x.units FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS x(line int, units int)
    WHERE l.organization_id = ${organizationId}::uuid AND l.purchase_order_id = ${purchaseOrderId}::uuid AND l.line = x.line`
}

/** Sent, received in part or in whole, as its lines say. */
export async function settleStatus(db: Db, organizationId: string, id: string): Promise<void> {
  const lines = await db.purchaseOrderLine.findMany({
    where: { organizationId, purchaseOrderId: id },
    select: { quantity: true, received: true },
  })
  const all = lines.every(({ quantity, received }) => received >= quantity)
  const none = lines.every(({ received }) => received === 0)
  await db.purchaseOrder.updateMany({
    where: { organizationId, id },
    data: { status: all ? 'received' : none ? 'sent' : 'partly_received', version: { increment: 1 } },
  })
}
