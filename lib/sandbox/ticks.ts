import { setTimeout as wait } from 'node:timers/promises'
import { liveDemo } from './demo/live-demo'
import { watchGrants } from './grants'
import { fillFreshShops } from './history/demo-shops'
import { movePromotions } from './items/promotions'
import { answerWhatIsDue, endOldOrders, pilotOrders } from './orders/order-ticks'
import { payOutWaiting } from './payment/settle-order'
import type { Platform } from './platform'
import { watchWebhookHealth } from './webhook-health'
import { endOverdueReturns } from './returns/return-ticks'

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
