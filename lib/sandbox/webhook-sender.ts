import { setTimeout as wait } from 'node:timers/promises'
import { isStruck } from './faults'
import type { Platform } from './platform'
import { sendWebhookEvent } from './send-webhook-event'

const RETRY_AFTER_SECONDS = [300, 1800, 10_800]
/** How much later, at most, a push comes that is held back or sent again. */
const SHUFFLED_WITHIN_SECONDS = 300
const POLL_MS = 250
const BATCH = 64

type QueuedEvent = {
  id: bigint
  body: string
  attempts: number
  held: boolean
  repeated: boolean
  push_url: string
  push_key: string
}

/** Sends what is due until the signal; what could not be sent before a restart is sent after it. */
export async function sendWebhookEvents(platform: Platform, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const sent = platform.settings.pushesEnabled ? await sendBatch(platform).catch(failed(platform)) : 0
    if (sent < BATCH) await wait(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

const failed = (platform: Platform) => (error: unknown) => {
  platform.log.error({ err: error }, 'sending pushes failed')
  return 0
}

async function sendBatch(platform: Platform): Promise<number> {
  const { rows } = await platform.pool.query<QueuedEvent>(
    `SELECT push.id, body, attempts, held, repeated, push_url,
       coalesce(push_key, partner_key) AS push_key FROM push JOIN app USING (partner_id)
     WHERE push.status = 'waiting' AND due_at <= now() AND push_url IS NOT NULL AND push_suspended_at IS NULL
     ORDER BY due_at, push.id LIMIT $1`,
    [BATCH],
  )
  await Promise.all(rows.map((webhookEvent) => deliver(platform, webhookEvent)))
  return rows.length
}

async function deliver(platform: Platform, webhookEvent: QueuedEvent): Promise<void> {
  const { pushDisorderRate, pushDuplicateRate, pushSeed } = platform.settings
  const strikes = (kind: string, rate: number) => isStruck(pushSeed, kind, Number(webhookEvent.id), rate)
  if (!webhookEvent.held && strikes('disorder', pushDisorderRate)) return postpone(platform, webhookEvent, 'held')
  const { delivered, answer } = await sendWebhookEvent(webhookEvent.push_url, webhookEvent.push_key, webhookEvent.body)
  if (!delivered) return retryOrLose(platform, webhookEvent, answer)
  if (!webhookEvent.repeated && strikes('duplicate', pushDuplicateRate))
    return postpone(platform, webhookEvent, 'repeated')
  await platform.pool.query(
    `UPDATE push SET status = 'delivered', attempts = attempts + 1, last_answer = $2 WHERE id = $1`,
    [webhookEvent.id, answer],
  )
}

async function postpone(platform: Platform, webhookEvent: QueuedEvent, mark: 'held' | 'repeated'): Promise<void> {
  // A share of the longest delay that the seed alone decides.
  const share = (Number(webhookEvent.id) * 0.618_034) % 1
  const seconds = SHUFFLED_WITHIN_SECONDS * share * platform.settings.pushTimeScale
  await platform.pool.query(
    `UPDATE push SET ${mark} = true, due_at = now() + make_interval(secs => $2) WHERE id = $1`,
    [webhookEvent.id, seconds],
  )
}

async function retryOrLose(platform: Platform, webhookEvent: QueuedEvent, answer: string): Promise<void> {
  const seconds = RETRY_AFTER_SECONDS[webhookEvent.attempts]
  if (seconds === undefined) {
    await platform.pool.query(
      `UPDATE push SET status = 'lost', attempts = attempts + 1, last_answer = $2, lost_at = $3 WHERE id = $1`,
      [webhookEvent.id, answer, platform.clock.now()],
    )
    return
  }
  await platform.pool.query(
    `UPDATE push SET attempts = attempts + 1, last_answer = $2, due_at = now() + make_interval(secs => $3) WHERE id = $1`,
    [webhookEvent.id, answer, seconds * platform.settings.pushTimeScale],
  )
}
