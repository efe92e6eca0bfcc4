import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Db } from '@/lib/core/db'
import { costAfter } from './receipt-cost'
import type { DayCost } from './set-receipt-costs'

const fields = {
  receiptId: true,
  line: true,
  turn: true,
  productId: true,
  units: true,
  landedCents: true,
  rule: true,
  stockBefore: true,
  costBefore: true,
  costAfter: true,
  dayBefore: true,
  receipt: { select: { receivedOn: true } },
} as const
type Line = Awaited<ReturnType<typeof listLines>>[number]

const listLines = (db: Db, where: Prisma.PurchaseReceiptLineWhereInput) =>
  db.purchaseReceiptLine.findMany({ where, select: fields, orderBy: { turn: 'asc' } })

/**
 * A reversed receipt leaves the costs as if it had never come: the earlier cost of its day holds again, and the later
 * receipts are recalculated, each from the one before it. A cost that was typed in between stays.
 */
export async function takeBackCosts(db: Db, organizationId: string, receiptId: string): Promise<void> {
  for (const gone of await listLines(db, { organizationId, receiptId })) {
    await db.purchaseReceiptLine.updateMany({
      where: { organizationId, receiptId, line: gone.line },
      data: { reversed: true },
    })
    await restoreDay(db, organizationId, gone)
    const { productId } = gone
    const later = await listLines(db, { organizationId, productId, reversed: false, turn: { gt: gone.turn } })
    let [was, now] = [gone.costAfter?.toFixed(6) ?? null, gone.costBefore?.toFixed(6) ?? null]
    let before: { receiptId: string; day: DayCost | null; cost: string | null } = {
      receiptId,
      day: gone.dayBefore as DayCost | null,
      cost: null,
    }
    for (const line of later) {
      const result = line.costBefore?.toFixed(6) ?? null
      const changed = {
        stockBefore: line.stockBefore - BigInt(gone.units),
        costBefore: result === was ? now : result,
        dayBefore: dayAfter(line.dayBefore as DayCost | null, before),
      }
      const after = costAfter({ ...line, ...changed })
      await keepLine(db, organizationId, line, changed, after)
      ;[was, now] = [line.costAfter?.toFixed(6) ?? null, after]
      before = { receiptId: line.receiptId, day: null, cost: after }
    }
  }
}

/** The cost of the day before a later receipt of it, after the one before that changed or went. */
function dayAfter(
  day: DayCost | null,
  before: { receiptId: string; day: DayCost | null; cost: string | null },
): DayCost | null {
  if (day === null || day.receiptId !== before.receiptId) return day
  return before.cost === null ? before.day : { ...day, cost: before.cost }
}

type Changed = { stockBefore: bigint; costBefore: string | null; dayBefore: DayCost | null }

async function keepLine(db: Db, organizationId: string, line: Line, changed: Changed, after: string | null) {
  const { receiptId, productId } = line
  await db.purchaseReceiptLine.updateMany({
    where: { organizationId, receiptId, line: line.line },
    data: { ...changed, costAfter: after, dayBefore: changed.dayBefore ?? Prisma.JsonNull },
  })
  if (after !== null)
    await db.productCost.updateMany({ where: { organizationId, productId, receiptId }, data: { cost: after } })
}

/** Only where the receipt's own cost still stands: what was typed or received after it on that day does not go with it. */
async function restoreDay(db: Db, organizationId: string, { productId, receiptId, dayBefore }: Line) {
  const where = { organizationId, productId, receiptId }
  const day = dayBefore as DayCost | null
  if (day) await db.productCost.updateMany({ where, data: day })
  else await db.productCost.deleteMany({ where })
}
