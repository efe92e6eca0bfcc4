import 'server-only'
import { callGlobal, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { keepInProcess } from '@/lib/core/process/process-state'
import { webhookEventKindOf, type WebhookEventKind } from '@/lib/shopee/webhook-event'
import { gatherCounts } from './gather-counts'
import type { WebhookEventOutcome } from './schema'

const counts = keepInProcess(
  gatherCounts<WebhookEventOutcome>(
    async (outcome, count) =>
      void (await callGlobal(Prisma.sql`SELECT count_webhook_event(${outcome}, ${count}::int)`)),
    (error) => logger().warn({ err: error }, 'calls of the push address could not be counted'),
  ),
)

/** Counts what calls of the push address were answered, apart from the answer: the platform waits three seconds only. Throws nothing. */
export const countWebhookEvent = (outcome: WebhookEventOutcome, count = 1): void => counts.add(outcome, count)

/** Resolves when what was counted until now is written. For tests. */
export const flushWebhookEventCounts = (): Promise<void> => counts.flush()

export type ShopWebhookEvents = {
  /** Null: none came in a week, or none of this shop. */
  lastAt: Date | null
  /** In a week, the most frequent first; a code that is not published has the kind `unknown`. */
  codes: { code: number; kind: WebhookEventKind; count: number; lastAt: Date }[]
}

const SHOWN_DAYS = 7

type CodeRow = { shopId: string; code: number; count: bigint; lastAt: Date }

/** The webhook events of the last seven days for each shop that this company holds, by the shop's id. */
export async function listShopWebhookEvents(db: Db): Promise<Map<string, ShopWebhookEvents>> {
  const rows = await db.$queryRaw<CodeRow[]>`
    SELECT shop_id AS "shopId", code, count, last_at AS "lastAt"
    FROM list_shop_updates(now() - make_interval(days => ${SHOWN_DAYS}::int)) ORDER BY count DESC, code`
  const shops = new Map<string, ShopWebhookEvents>()
  for (const { shopId, code, count, lastAt } of rows) {
    const shop = shops.get(shopId) ?? { lastAt: null, codes: [] }
    shop.codes.push({ code, kind: webhookEventKindOf(code), count: Number(count), lastAt })
    if (!shop.lastAt || lastAt > shop.lastAt) shop.lastAt = lastAt
    shops.set(shopId, shop)
  }
  return shops
}

export type WebhookEventCount = { outcome: WebhookEventOutcome; count: number; lastAt: Date }

/**
 * The answers to calls of the installation's webhook address in the last seven days, without accepted events; the
 * newest first.
 */
export async function countWebhookEventsByOutcome(db: Db): Promise<WebhookEventCount[]> {
  const rows = await db.$queryRaw<{ outcome: WebhookEventOutcome; count: bigint; lastAt: Date }[]>`
    SELECT outcome, count, last_at AS "lastAt" FROM list_webhook_event_counts(current_date - ${SHOWN_DAYS - 1}::int)`
  return rows.map(({ outcome, count, lastAt }) => ({ outcome, count: Number(count), lastAt }))
}
