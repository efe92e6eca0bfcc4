import { setTimeout as wait } from 'node:timers/promises'
import { liveDemo } from './demo/live-demo'
import { watchGrants } from './grants'
import { fillFreshShops } from './history/demo-shops'
import { movePromotions } from './items/promotions'
import { answerWhatIsDue, endOldOrders, pilotOrders } from './orders/order-ticks'
import { payOutWaiting } from './payment/settle-order'
import type { Platform } from './platform'
import { endOverdueReturns } from './returns/return-ticks'

const WINDOW_SECONDS = 6 * 3600
const JUDGED_FROM = 600
const SUSPENDED_BELOW = 0.3
const KEPT_SECONDS = 7 * 86_400

/** Over six hours and more than 600 pushes, an app that answers fewer than 30 % gets none until it asks again. */
async function watchWebhookHealth({ pool, clock }: Platform): Promise<void> {
  const now = clock.now()
  await pool.query(
    `UPDATE app SET push_suspended_at = $1 WHERE push_suspended_at IS NULL AND EXISTS (
       SELECT FROM push WHERE push.partner_id = app.partner_id AND created_at > $2
       HAVING count(*) FILTER (WHERE attempts > 0) > $3
         AND count(*) FILTER (WHERE push.status = 'delivered') < $4::float8 * count(*) FILTER (WHERE attempts > 0))`,
    [now, now - WINDOW_SECONDS, JUDGED_FROM, SUSPENDED_BELOW],
  )
  await pool.query(
    `UPDATE push SET status = 'lost', lost_at = $1 FROM app
     WHERE push.partner_id = app.partner_id AND push.status = 'waiting' AND app.push_suspended_at IS NOT NULL`,
    [now],
  )
  await pool.query(`DELETE FROM push WHERE status IN ('delivered', 'consumed') AND created_at < $1`, [
    now - KEPT_SECONDS,
  ])
}

type Tick = (platform: Platform) => Promise<void>

/** Automatic steps of the platform as its time passes. Each module may bring one; all run every second, one by one. */
const ticks: Tick[] = [
  watchGrants,
  fillFreshShops,
  movePromotions,
  watchWebhookHealth,
  answerWhatIsDue,
  endOldOrders,
  endOverdueReturns,
  pilotOrders,
  liveDemo,
  payOutWaiting,
]

const EVERY_MS = 1000

export async function runTicks(platform: Platform): Promise<void> {
  for (const tick of ticks)
    await tick(platform).catch((error: unknown) => platform.log.error({ err: error }, 'tick failed'))
}

export async function keepTicking(platform: Platform, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await runTicks(platform)
    await wait(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
