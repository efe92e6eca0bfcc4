import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { lockOwnStock } from '../stock/adjust-stock'
import { bookStock } from '../stock/book-stock'
import { planProduct, retryRefusedStock } from '@/lib/connect/sync/listing-updates/plan-listing-updates'
import type { EndMissInput, ReportMissInput } from './shelf-miss-schema'

/** The first look at what the platform shows, after the sending job had its time. */
const CONFIRM_AFTER_SECONDS = 4

/**
 * A product is not at its shelf: its stock becomes what is there, all of its listings whose stock we set are sent none at once
 * (wanted_stock looks at this row), and the platform is read until it shows that.
 */
export async function reportMiss(
  actor: Actor,
  { productId, units, seenOnHand, reason }: ReportMissInput,
): Promise<{ missId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const product = await findProduct(db, organizationId, productId)
    const level = await lockOwnStock(db, productId)
    if (level.onHand !== seenOnHand) throw new UserError('stockMoved', { values: { onHand: level.onHand } })
    const missId = newId()
    const unitsBefore = await findUnitsBefore(db, organizationId, productId, level)
    await db.shelfMiss.updateMany({
      where: { organizationId, productId, endedAt: null },
      data: { endedAt: new Date(), endedBy: userId },
    })
    await bookStock(db, actor, {
      source: { kind: 'adjustment', id: missId },
      entries: [{ product, locationId: level.locationId, kind: 'adjustment', onHand: units - level.onHand }],
      reason,
      allowShort: true,
    })
    await db.shelfMiss.create({
      data: {
        organizationId,
        id: missId,
        productId,
        reason,
        createdBy: userId,
        unitsBefore,
        unitsCounted: BigInt(units),
      },
      select: { id: true },
    })
    await planProduct(db, organizationId, productId)
    await retryRefusedStock(db, organizationId, productId)
    await enqueueConfirmation(db, missId, CONFIRM_AFTER_SECONDS)
    await recordAudit(db, actor, {
      event: 'stock.missing',
      subjectId: productId,
      before: { onHand: level.onHand, reserved: level.reserved },
      after: { onHand: units, reserved: level.reserved, reason },
    })
    return { missId }
  })
}

/** Sales go on: with the units that were found again, or with what was counted. */
export async function endMiss(actor: Actor, { missId, found, reason }: EndMissInput): Promise<{ missId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    const miss = await db.shelfMiss.findUnique({ where: { organizationId_id: { organizationId, id: missId } } })
    if (!miss) throw new UserError('notFound')
    const product = await findProduct(db, organizationId, miss.productId)
    const level = await lockOwnStock(db, miss.productId)
    const { count } = await db.shelfMiss.updateMany({
      where: { organizationId, id: missId, endedAt: null },
      data: { endedAt: new Date(), endedBy: userId, isUndone: found },
    })
    if (count === 0) throw new UserError('notFound')
    if (found && (await wasCountedAfter(db, organizationId, miss, level.locationId)))
      throw new UserError('stockMoved', { values: { onHand: level.onHand } })
    const back = found ? Number(miss.unitsBefore - miss.unitsCounted) : 0
    if (found)
      await bookStock(db, actor, {
        source: { kind: 'adjustment', id: newId() },
        entries: [{ product, locationId: level.locationId, kind: 'adjustment', onHand: back }],
        reason,
        allowShort: true,
      })
    await planProduct(db, organizationId, miss.productId)
    await recordAudit(db, actor, {
      event: 'stock.missingEnded',
      subjectId: miss.productId,
      before: { onHand: level.onHand },
      after: { onHand: level.onHand + back, reason },
    })
    return { missId }
  })
}

/** On hand before the count; with what a report before this one took, so that it comes back too when the units are found. */
async function findUnitsBefore(
  db: Db,
  organizationId: string,
  productId: string,
  { locationId, onHand }: { locationId: string; onHand: number },
): Promise<bigint> {
  const open = await db.shelfMiss.findFirst({
    where: { organizationId, productId, endedAt: null },
    select: { id: true, productId: true, unitsBefore: true, unitsCounted: true },
  })
  if (!open || (await wasCountedAfter(db, organizationId, open, locationId))) return BigInt(onHand)
  return BigInt(onHand) - open.unitsCounted + open.unitsBefore
}

/** Whether somebody has said how many there are since: then what was missing is not put on top of that. */
async function wasCountedAfter(
  db: Db,
  organizationId: string,
  miss: { id: string; productId: string },
  locationId: string,
): Promise<boolean> {
  const of = { organizationId, productId: miss.productId, locationId }
  // Movements of one level get their numbers under its lock: a higher one was booked later.
  const own = await db.stockMovement.findFirst({ where: { ...of, sourceId: miss.id }, select: { id: true } })
  const later = await db.stockMovement.findFirst({
    where: { ...of, kind: { in: ['count', 'adjustment', 'import'] }, id: { gt: own?.id ?? 0n } },
    select: { id: true },
  })
  return later !== null
}

async function findProduct(db: Db, organizationId: string, productId: string) {
  const product = await db.product.findUnique({
    where: { organizationId_id: { organizationId, id: productId } },
    select: { id: true, sku: true, components: { take: 1, select: { componentId: true } } },
  })
  if (!product) throw new UserError('notFound')
  if (product.components.length > 0) throw new UserError('kitNoStock')
  return product
}

export async function enqueueConfirmation(db: Db, missId: string, afterSeconds: number): Promise<void> {
  const key = `confirm-miss:${missId}`
  await db.$executeRaw`
    SELECT enqueue_shop_job('confirm-miss', ${JSON.stringify({ missId })}::json, ${key}, ${key}, now() + make_interval(secs => ${afterSeconds}::int))`
}
