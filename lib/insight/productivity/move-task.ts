import 'server-only'
import type { Actor, Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { renumber, placeBetween } from './positions'
import type { BoardColumn, MoveTaskInput } from './schema'
import { changeTask } from './task-record'

/** Moves in one board wait for each other, so that no two find the same position free. */
export const lockBoard = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('board:' || ${organizationId}, 0))`

/** The place after a card of the column, or its first place. The card itself does not count. */
export async function findPlace(
  db: Db,
  organizationId: string,
  { id, column, afterId }: { id: string | null; column: BoardColumn; afterId: string | null },
): Promise<bigint> {
  const cards = await db.task.findMany({
    where: { organizationId, column, removedAt: null, ...(id && { id: { not: id } }) },
    select: { id: true, position: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const index = afterId === null ? 0 : cards.findIndex((card) => card.id === afterId) + 1
  if (afterId !== null && index === 0) throw new UserError('staleVersion')
  const place = placeBetween(cards[index - 1]?.position ?? null, cards[index]?.position ?? null)
  if (place !== null) return place
  const places = renumber(cards.length + 1)
  for (const [n, card] of cards.entries())
    await db.task.updateMany({
      where: { organizationId, id: card.id },
      data: { position: places[n < index ? n : n + 1]! },
    })
  return places[index]!
}

export function moveTask(actor: Actor, { id, version, column, afterId }: MoveTaskInput) {
  const { organizationId } = actor
  return changeTask(actor, { id, version }, async (db, before) => {
    if (afterId === id) throw new UserError('invalidInput')
    if (afterId) {
      const where = { organizationId_id: { organizationId, id: afterId } }
      const after = await db.task.findUnique({ where, select: { removedAt: true } })
      if (!after) throw new UserError('notFound')
    }
    await lockBoard(db, organizationId)
    const position = await findPlace(db, organizationId, { id, column, afterId })
    const wasDone = before.column === 'done'
    const doneAt = column !== 'done' ? null : wasDone ? undefined : new Date()
    return { event: 'task.moved', data: { column, position, doneAt } }
  })
}
