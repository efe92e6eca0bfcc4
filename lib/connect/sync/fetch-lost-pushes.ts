import 'server-only'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import { ShopeeError } from '@/lib/shopee/errors'
import { confirmLostPushes, getLostPushes, type ShopeePush } from '@/lib/shopee/push'
import { findShopeeApp } from '../shops/app'
import { keepPush } from './receive-push'

const PAGES = 50

/**
 * Events that the platform could not deliver in the last three days are put into the inbox as if they had been sent;
 * then they are confirmed.
 */
export async function fetchLostPushes(): Promise<number> {
  const app = findShopeeApp()
  if (!app) return 0
  let kept = 0
  try {
    for (let page = 0; page < PAGES; page += 1) {
      const { pushes, hasMore, lastMessageId } = await getLostPushes({ app })
      for (const { push, body } of pushes) if (await keepOne(push, body)) kept += 1
      if (lastMessageId === null) break
      await confirmLostPushes({ app }, lastMessageId)
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
async function keepOne(push: ShopeePush, body: string): Promise<boolean> {
  try {
    return await keepPush(push, body)
  } catch (error) {
    if (isTransient(error)) throw error
    logger().error({ err: error, code: push.code }, 'a lost push could not be kept')
    return false
  }
}
