import 'server-only'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import { ShopeeError } from '@/lib/shopee/errors'
import { confirmLostWebhookEvents, getLostWebhookEvents, type ShopeeWebhookEvent } from '@/lib/shopee/webhook-event'
import { findShopeeApp } from '../../shops/app'
import { storeWebhookEvent } from './receive-webhook-event'

const PAGES = 50

/**
 * Events that the platform could not deliver in the last three days are put into the inbox as if they had been sent;
 * then they are confirmed.
 */
export async function fetchLostWebhookEvents(): Promise<number> {
  const app = findShopeeApp()
  if (!app) return 0
  let kept = 0
  try {
    for (let page = 0; page < PAGES; page += 1) {
      const { webhookEvents, hasMore, lastMessageId } = await getLostWebhookEvents({ app })
      for (const { event, body } of webhookEvents) if (await keepOne(event, body)) kept += 1
      if (lastMessageId === null) break
      await confirmLostWebhookEvents({ app }, lastMessageId)
      if (!hasMore) break
    }
  } catch (error) {
    // Polling brings the same; the next time asks again.
    if (!(error instanceof ShopeeError)) throw error
    logger().info({ kind: error.kind, code: error.code }, 'lost pushes could not be fetched')
  }
  return kept
}

/** One that cannot be kept is passed by: those behind it come only once it is confirmed, and polling brings what it names. */
async function keepOne(event: ShopeeWebhookEvent, body: string): Promise<boolean> {
  try {
    return await storeWebhookEvent(event, body)
  } catch (error) {
    if (isTransient(error)) throw error
    logger().error({ err: error, code: event.code }, 'a lost push could not be kept')
    return false
  }
}
