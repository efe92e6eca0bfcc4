import 'server-only'
import type { Db } from '@/lib/core/db'
import { asDay } from '@/lib/core/database/days'
import type { Day } from '@/lib/core/dates'
import type { Prisma } from '@/lib/generated/prisma/client'
import { isOpen, isRepeatable, isUndoable, readLines, type LineState, type PriceLine } from './change-lines'

export type StoredChange = {
  id: string
  state: string
  lines: PriceLine[]
  plannedFor: Date | null
  begunAt: Date
  undoOf: string | null
}

export async function getChange(db: Db, organizationId: string, id: string): Promise<StoredChange | null> {
  const change = await db.priceChange.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { id: true, state: true, lines: true, plannedFor: true, begunAt: true, undoOf: true },
  })
  return change && { ...change, lines: readLines(change.lines) }
}

/** The job goes on where the lines stand; one job of a change runs at a time. */
export async function enqueueChange(db: Db, changeId: string, afterSeconds = 0): Promise<void> {
  const key = `change-prices:${changeId}`
  await db.$executeRaw`
    SELECT enqueue_shop_job('change-prices', ${JSON.stringify({ changeId })}::json, ${key}, ${key}, now() + make_interval(secs => ${afterSeconds}::float8))`
}

export type ChangeProblem = {
  listingId: string
  title: string
  variation: string | null
  shopId: string | null
  state: LineState
  text: string | null
  wantedCents: bigint
  thereCents: bigint | null
}
export type ChangeView = {
  id: string
  createdAt: Date
  isOpen: boolean
  /** The day on which it is to be sent, while that is still to come. */
  plannedFor: Day | null
  isCancelled: boolean
  isUndo: boolean
  isUndone: boolean
  total: number
  settled: number
  done: number
  /** Listings without the wanted price, by the names of their variations. */
  problems: ChangeProblem[]
  canRepeat: boolean
  canUndo: boolean
}

/** As many that are still to come or under way are shown beside the last ones. */
const MOST_OPEN = 50

const shownFields = { id: true, state: true, lines: true, undoOf: true, createdAt: true, plannedFor: true } as const

export type ChangeList = { changes: ChangeView[]; hasEarlier: boolean }

/** The last ones, and all that have not ended: a planned change can be called off until its day. The newest first. */
export async function listChanges(db: Db, organizationId: string, size: number): Promise<ChangeList> {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'asc' as const }]
  const found = await db.priceChange.findMany({
    where: { organizationId },
    select: shownFields,
    orderBy,
    take: size + 1,
  })
  const last = found.slice(0, size)
  const others = { organizationId, state: { not: 'done' as const }, id: { notIn: last.map(({ id }) => id) } }
  const open = await db.priceChange.findMany({ where: others, select: shownFields, orderBy, take: MOST_OPEN })
  const listed = [...last, ...open]
  return { changes: await readChanges(db, organizationId, listed), hasEarlier: found.length > size }
}

type ListedChange = Prisma.PriceChangeGetPayload<{ select: typeof shownFields }>

async function readChanges(db: Db, organizationId: string, changes: ListedChange[]): Promise<ChangeView[]> {
  if (changes.length === 0) return []
  const undone = await db.priceChange.findMany({
    where: { organizationId, undoOf: { in: changes.map(({ id }) => id) } },
    select: { undoOf: true },
  })
  const undoneIds = new Set(undone.map(({ undoOf }) => undoOf))
  const read = changes.map((change) => ({ ...change, lines: readLines(change.lines) }))
  const failed = read.flatMap(({ lines }) => lines.filter((line) => !isOpen(line) && line.state !== 'done'))
  const names = await db.listing.findMany({
    where: { organizationId, id: { in: [...new Set(failed.map(({ listingId }) => listingId))] } },
    select: { id: true, title: true, variation: true, shopId: true },
  })
  const namesById = new Map(names.map((name) => [name.id, name]))
  return read.map(({ id, state, lines, undoOf, createdAt, plannedFor }) => {
    const isPlanned = state === 'waiting' && plannedFor !== null
    const isRunning = !isPlanned && (state === 'waiting' || state === 'running')
    const isCancelled = lines.some((line) => line.state === 'cancelled')
    const done = lines.filter((line) => line.state === 'done').length
    const isUndone = undoneIds.has(id)
    return {
      id,
      createdAt,
      isOpen: isRunning,
      plannedFor: isPlanned ? asDay(plannedFor) : null,
      isCancelled,
      isUndo: undoOf !== null,
      isUndone,
      total: lines.length,
      settled: lines.filter((line) => !isOpen(line)).length,
      done,
      problems: lines
        .filter((line) => !isOpen(line) && line.state !== 'done' && line.state !== 'cancelled')
        .map(({ listingId, state: lineState, text, wantedCents, thereCents }) => ({
          listingId,
          title: namesById.get(listingId)?.title ?? '',
          variation: namesById.get(listingId)?.variation ?? null,
          shopId: namesById.get(listingId)?.shopId ?? null,
          state: lineState,
          text,
          wantedCents: BigInt(wantedCents),
          thereCents: thereCents === null ? null : BigInt(thereCents),
        })),
      canRepeat: !isRunning && !isUndone && lines.some(isRepeatable),
      canUndo: !isRunning && !isUndone && undoOf === null && lines.some(isUndoable),
    }
  })
}
