import 'server-only'
import { callGlobal, type Db } from '../db'
import { Prisma } from '../generated/prisma/client'
import { logger } from '../logger'
import { keepInProcess } from '../process-state'
import { pushKindOf, type PushKind } from '../shopee/push'
import type { PushOutcome } from './push-schema'

const pending = keepInProcess(new Map<PushOutcome, number>())
let writing: Promise<void> | null = null

/**
 * Counts what calls of the push address were answered, apart from the answer: the platform waits three seconds only. However
 * many calls come, this process writes one count at a time. Throws nothing.
 */
export function countPush(outcome: PushOutcome, count = 1): void {
  pending.set(outcome, (pending.get(outcome) ?? 0) + count)
  writing ??= writeCounts().finally(() => (writing = null))
}

/** Resolves when what was counted until now is written. For tests. */
export const pushesCounted = async (): Promise<void> => {
  while (writing) await writing
}

async function writeCounts(): Promise<void> {
  for (let [next] = pending; next; [next] = pending) {
    const [outcome, count] = next
    pending.delete(outcome)
    try {
      await callGlobal(Prisma.sql`SELECT count_push(${outcome}, ${count}::int)`)
    } catch (error) {
      logger().warn({ err: error, outcome, count }, 'calls of the push address could not be counted')
    }
  }
}

export type ShopPushes = {
  /** Null: none came in a week, or none of this shop. */
  lastAt: Date | null
  /** Of a week, the most frequent first; a code that is not published has the kind `unknown`. */
  codes: { code: number; kind: PushKind; count: number; lastAt: Date }[]
}

const SHOWN_DAYS = 7

type CodeRow = { shopId: string; code: number; count: bigint; lastAt: Date }

/** What was pushed in the last seven days for each shop that this company holds, by the shop's id. */
export async function listShopPushes(db: Db): Promise<Map<string, ShopPushes>> {
  const rows = await db.$queryRaw<CodeRow[]>`
    SELECT shop_id AS "shopId", code, count, last_at AS "lastAt"
    FROM list_shop_pushes(now() - make_interval(days => ${SHOWN_DAYS}::int)) ORDER BY count DESC, code`
  const shops = new Map<string, ShopPushes>()
  for (const { shopId, code, count, lastAt } of rows) {
    const shop = shops.get(shopId) ?? { lastAt: null, codes: [] }
    shop.codes.push({ code, kind: pushKindOf(code), count: Number(count), lastAt })
    if (!shop.lastAt || lastAt > shop.lastAt) shop.lastAt = lastAt
    shops.set(shopId, shop)
  }
  return shops
}

export type PushCount = { outcome: PushOutcome; count: number; lastAt: Date }

/** What calls of the installation's push address were answered in the last seven days, kept pushes aside; the newest first. */
export async function listPushCounts(db: Db): Promise<PushCount[]> {
  const rows = await db.$queryRaw<{ outcome: PushOutcome; count: bigint; lastAt: Date }[]>`
    SELECT outcome, count, last_at AS "lastAt" FROM list_push_counts(current_date - ${SHOWN_DAYS - 1}::int)`
  return rows.map(({ outcome, count, lastAt }) => ({ outcome, count: Number(count), lastAt }))
}
