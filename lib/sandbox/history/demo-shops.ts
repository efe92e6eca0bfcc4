import type { Platform } from '../platform'
import { demoPlan, generateHistory, planHistory } from './generate-history'

const filling = new WeakMap<Platform, Promise<void>>()

/**
 * Gives every shop that has neither items nor a history its twelve months, where the setting wants it. A call meanwhile
 * waits for the same work: a shop must be whole before a seller authorizes it.
 */
export async function fillFreshShops(platform: Platform): Promise<void> {
  if (platform.settings.demoOrders === 0) return
  const before = filling.get(platform)
  if (before) return before
  const now = fillAll(platform).finally(() => filling.delete(platform))
  filling.set(platform, now)
  return now
}

async function fillAll(platform: Platform): Promise<void> {
  const { rows } = await platform.pool.query<{ shop_id: bigint }>(
    `SELECT shop_id FROM shop s WHERE NOT EXISTS (SELECT FROM item WHERE item.shop_id = s.shop_id)
       AND NOT EXISTS (SELECT FROM history_run h WHERE h.shop_id = s.shop_id) ORDER BY shop_id`,
  )
  for (const { shop_id: shopId } of rows) {
    const plan = { ...demoPlan(shopId, platform.clock.now()), orders: platform.settings.demoOrders }
    const runId = await platform.transaction((db) => planHistory(db, plan))
    await generateHistory(platform, plan, runId)
  }
}
