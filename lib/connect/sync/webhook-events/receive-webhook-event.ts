import 'server-only'
import { createHash } from 'node:crypto'
import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPing, readWebhookEvent, type ShopeeWebhookEvent } from '@/lib/shopee/webhook-event'
import { hasValidWebhookSignature } from '@/lib/shopee/signing'
import { countWebhookEvent } from './webhook-event-counts'
import type { WebhookEventOutcome } from './schema'
import { storedJson } from '@/lib/core/stored-json'

/** The address that the platform signs: the one registered there, byte by byte. */
export const webhookAddress = () =>
  env().SHOPEE_PUSH_URL ?? `${env().NEXTAUTH_URL.replace(/\/$/, '')}/api/shopee/webhook`

/** The push key of the console where one is set, else the app's key; while it is being changed the platform signs with either. */
function webhookKeys(): string[] {
  const { SHOPEE_PUSH_PARTNER_KEY: webhookKey, PREVIOUS_SHOPEE_PUSH_PARTNER_KEYS: previous } = env()
  return webhookKey ? [webhookKey, ...previous] : [...previous, ...appKeys()]
}

function appKeys(): string[] {
  const { SHOPEE_PARTNER_KEY: inForce, PREVIOUS_SHOPEE_PARTNER_KEYS: previous } = env()
  return inForce ? [inForce, ...previous] : []
}

/** An unsigned body is read only this far. */
const MOST_PING_BYTES = 4096

type WebhookEventVerdict = 'forged' | 'kept' | 'known' | 'empty' | 'ping'

/**
 * Stores a webhook event with a valid signature, once. Its content only decides which shop is read again. The console's
 * ping is answered with any signature, since it comes before the key can be entered; it is not stored.
 */
export async function receiveWebhookEvent(
  body: Uint8Array,
  authorization: string | null,
): Promise<WebhookEventVerdict> {
  const signed = { callbackUrl: webhookAddress(), body, authorization }
  const isSignedBy = (keys: readonly string[]) =>
    keys.some((partnerKey) => hasValidWebhookSignature({ partnerKey }, signed))
  const hasValidSignature = isSignedBy(webhookKeys())
  if (body.length <= MOST_PING_BYTES && isPing(body)) {
    countWebhookEvent(hasValidSignature || !authorization ? 'ping' : 'pingOtherKey')
    return 'ping'
  }
  if (!hasValidSignature) {
    countWebhookEvent(refusalOf(authorization, isSignedBy))
    return 'forged'
  }
  const webhookEvent = readWebhookEvent(body)
  if (webhookEvent && webhookEvent.code !== 0) return (await storeWebhookEvent(webhookEvent, body)) ? 'kept' : 'known'
  // The console's older test push is genuine and says nothing.
  countWebhookEvent(webhookEvent || body.length === 0 ? 'ping' : 'unreadable')
  return 'empty'
}

function refusalOf(
  authorization: string | null,
  isSignedBy: (keys: readonly string[]) => boolean,
): WebhookEventOutcome {
  if (webhookKeys().length === 0) return 'noKey'
  if (!authorization?.trim()) return 'unsigned'
  return isSignedBy(appKeys()) ? 'appKey' : 'otherKey'
}

/** By the hash of its bytes, so that the same again is not kept twice; of what it says only what we use. */
export async function storeWebhookEvent(webhookEvent: ShopeeWebhookEvent, body: Uint8Array | string): Promise<boolean> {
  const hash = Uint8Array.from(createHash('sha256').update(body).digest())
  const shopId = webhookEvent.shopIds.length === 1 ? webhookEvent.shopIds[0]! : null
  const content = storedJson(webhookEvent)
  const at = webhookEvent.happenedAt ?? webhookEvent.sentAt ?? new Date()
  const [row] = await callGlobal<{ kept: boolean }>(
    Prisma.sql`SELECT receive_webhook_event(${hash}, ${shopId}, ${webhookEvent.code}::int, ${content}::jsonb, ${at}::timestamptz) AS kept`,
  )
  return row!.kept
}
