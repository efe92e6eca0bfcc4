import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { BookCountInput, CountIdInput, CountState } from './count-schema'
import { getCountMark } from './count-queries'

/** So many lines a transaction: orders of these products wait no longer than for this many. */
const LINES_AT_ONCE = 500

export type BookedCount = { lines: number; units: number }

/**
 * Books a session's differences: each line's against the level at the moment it was counted, so that what was sold since
 * stays sold. It goes batch by batch; one that was interrupted goes on with resumeCount, and books nothing twice.
 */
export async function bookCount(actor: Actor, input: BookCountInput): Promise<BookedCount> {
  const { organizationId } = actor
  const { countId, missing, acceptMoved, seen } = input
  await writeOnce(actor, async (db) => {
    if ((await lockCount(db, organizationId, countId)) !== 'open') throw new UserError('countClosed')
    if ((await getCountMark(db, organizationId, countId)) !== seen) throw new UserError('countWentOn')
    const where = { organizationId, countId }
    const counted = await db.stockCountLine.count({ where: { ...where, units: { not: null } } })
    if (counted === 0 && missing === 'leave') throw new UserError('countEmpty')
    const moved = acceptMoved ? 0 : await db.stockCountLine.count({ where: { ...where, moved: true } })
    if (moved > 0) throw new UserError('countMoved', { values: { count: moved } })
    await db.stockCount.update({
      where: { organizationId_id: { organizationId, id: countId } },
      data: { state: 'booking', setsMissingToZero: missing === 'zero' },
      select: { id: true },
    })
    return null
  })
  return finish(actor, countId)
}

/** Goes on with a booking that was interrupted. */
export async function resumeCount(actor: Actor, { countId }: CountIdInput): Promise<BookedCount> {
  const { organizationId } = actor
  await withOrganization(actor, async (db) => {
    if ((await lockCount(db, organizationId, countId)) !== 'booking') throw new UserError('countClosed')
  })
  return finish(actor, countId)
}

export function cancelCount(actor: Actor, { countId }: CountIdInput): Promise<{ countId: string }> {
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    if ((await lockCount(db, organizationId, countId)) !== 'open') throw new UserError('countClosed')
    await db.stockCount.update({
      where: { organizationId_id: { organizationId, id: countId } },
      data: { state: 'cancelled', closedBy: userId, closedAt: new Date() },
      select: { id: true },
    })
    await recordAudit(db, actor, { event: 'stockCount.cancelled', subjectId: countId })
    return { countId }
  })
}

async function finish(actor: Actor, countId: string): Promise<BookedCount> {
  const { organizationId, userId } = actor
  for (let booked = 1; booked > 0;)
    booked = await withOrganization(actor, async (db) => {
      const [row] = await db.$queryRaw<[{ booked: number }]>`
        SELECT book_stock_count(${countId}::uuid, ${userId}::uuid, ${LINES_AT_ONCE}::int) AS booked`
      return row.booked
    })
  return withOrganization(actor, async (db) => {
    const isMine = (await lockCount(db, organizationId, countId)) === 'booking'
    const { _count, _sum } = await db.stockCountLine.aggregate({
      where: { organizationId, countId, bookedAt: { not: null } },
      _count: true,
      _sum: { difference: true },
    })
    const booked = { lines: _count, units: Number(_sum.difference ?? 0n) }
    if (!isMine) return booked
    const { setsMissingToZero } = await db.stockCount.update({
      where: { organizationId_id: { organizationId, id: countId } },
      data: { state: 'booked', closedBy: userId, closedAt: new Date() },
      select: { setsMissingToZero: true },
    })
    await recordAudit(db, actor, {
      event: 'stockCount.booked',
      subjectId: countId,
      after: { ...booked, setsMissingToZero },
    })
    return booked
  })
}

async function lockCount(db: Db, organizationId: string, countId: string): Promise<CountState> {
  const [row] = await db.$queryRaw<{ state: CountState }[]>`
    SELECT state FROM stock_count WHERE organization_id = ${organizationId}::uuid AND id = ${countId}::uuid FOR UPDATE`
  if (!row) throw new UserError('notFound')
  return row.state
}
