import 'server-only'
import type { Db } from '@/lib/core/db'
import type { SyncState } from '@/lib/generated/prisma/client'
import { countUnsettled } from '../inbound/unsettled'

export type HistoryProgress = {
  /** 0 to 100, of the time that the history spans. */
  percent: number
  isDone: boolean
  orders: number
  from: Date
  /** From then on all orders are here. */
  reached: Date
  /** At the pace until it last moved, counted down since; null while that says nothing, and once that time has passed. */
  secondsLeft: number | null
}

export type StreamProgress = Pick<
  SyncState,
  'stream' | 'watermark' | 'runningSince' | 'lastGoodAt' | 'failures' | 'errorCode' | 'changed'
>

export type SyncProgress = {
  streams: StreamProgress[]
  /** Null before the first authorization. */
  history: HistoryProgress | null
  /** Subjects that are tried again by themselves, and those that wait for a person. */
  failures: { waiting: number; dead: number }
  /** Orders whose money the platform is still to be asked about; no more are counted than UNSETTLED_COUNTED. */
  unsettled: number
}

export type HistoryState = Pick<
  SyncState,
  'historyFrom' | 'historyReached' | 'historyStartedAt' | 'historyDone' | 'historyMovedAt'
>

/** In percent. */
const WHOLE = 100

/** Newest first: the history began at historyStartedAt and goes back to historyFrom. */
export function historyProgress(state: HistoryState, now: Date): HistoryProgress | null {
  const { historyFrom: from, historyReached: reached, historyStartedAt: startedAt } = state
  const { historyDone: orders, historyMovedAt: movedAt } = state
  if (!from || !reached || !startedAt) return null
  const span = Math.max(1, startedAt.getTime() - from.getTime())
  const done = Math.min(span, Math.max(0, startedAt.getTime() - reached.getTime()))
  const isDone = reached <= from
  const percent = isDone ? WHOLE : Math.min(WHOLE - 1, Math.floor((done / span) * WHOLE))
  const secondsLeft = isDone ? 0 : movedAt ? secondsFrom({ span, done, startedAt, movedAt, now }) : null
  return { percent, isDone, orders, from, reached, secondsLeft }
}

/** It only goes down while one window is read, however long that takes: windows are of different lengths, and a worker may be away. */
function secondsFrom(pace: { span: number; done: number; startedAt: Date; movedAt: Date; now: Date }): number | null {
  const { span, done, startedAt, movedAt, now } = pace
  if (done === 0) return null
  const restMs = ((movedAt.getTime() - startedAt.getTime()) * (span - done)) / done
  const seconds = Math.ceil((restMs - (now.getTime() - movedAt.getTime())) / 1000)
  return seconds > 0 ? seconds : null
}

/** The progress of every shop that was ever connected, by its id. */
export async function listSyncProgress(
  db: Db,
  organizationId: string,
  now = new Date(),
): Promise<Map<string, SyncProgress>> {
  const states = await db.syncState.findMany({
    where: { organizationId },
    orderBy: [{ shopId: 'asc' }, { stream: 'asc' }],
    omit: { organizationId: true, cursor: true },
  })
  const counts = await db.$queryRaw<{ shopId: string; state: 'waiting' | 'dead'; count: number }[]>`
    SELECT shop_id AS "shopId", state, count(*)::int AS count FROM sync_failure
    WHERE organization_id = ${organizationId}::uuid AND state <> 'resolved' GROUP BY 1, 2`
  const unsettled = await countUnsettled(db, organizationId)
  const shops = new Map<string, SyncProgress>()
  for (const { shopId, ...state } of states) {
    const shop = shops.get(shopId) ?? {
      streams: [],
      history: null,
      failures: { waiting: 0, dead: 0 },
      unsettled: unsettled.get(shopId) ?? 0,
    }
    const { stream, watermark, runningSince, lastGoodAt, failures, errorCode, changed } = state
    shop.streams.push({ stream, watermark, runningSince, lastGoodAt, failures, errorCode, changed })
    if (stream === 'orders') shop.history = historyProgress(state, now)
    shops.set(shopId, shop)
  }
  for (const { shopId, state, count } of counts) {
    const shop = shops.get(shopId)
    if (shop) shop.failures[state] = count
  }
  return shops
}
