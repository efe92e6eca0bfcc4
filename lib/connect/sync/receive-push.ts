import 'server-only'
import { createHash } from 'node:crypto'
import { callGlobal } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { isPing, readPush, type ShopeePush } from '@/lib/shopee/push'
import { isGenuinePush } from '@/lib/shopee/signing'
import { countPush } from './push-counts'
import type { PushOutcome } from './push-schema'
import { storedJson } from '@/lib/core/stored-json'

/** The address that the platform signs: the one registered there, byte by byte. */
export const pushAddress = () => env().SHOPEE_PUSH_URL ?? `${env().NEXTAUTH_URL.replace(/\/$/, '')}/api/shopee/webhook`

/** The push key of the console where one is set, else the app's key; while it is being changed the platform signs with either. */
function pushKeys(): string[] {
  const { SHOPEE_PUSH_PARTNER_KEY: pushKey, PREVIOUS_SHOPEE_PUSH_PARTNER_KEYS: previous } = env()
  return pushKey ? [pushKey, ...previous] : [...previous, ...appKeys()]
}

function appKeys(): string[] {
  const { SHOPEE_PARTNER_KEY: inForce, PREVIOUS_SHOPEE_PARTNER_KEYS: previous } = env()
  return inForce ? [inForce, ...previous] : []
}

/** An unsigned body is read only this far. */
const MOST_PING_BYTES = 4096

type PushVerdict = 'forged' | 'kept' | 'known' | 'empty' | 'ping'

/**
 * Stores a webhook event with a valid signature, once. Its content only decides which shop is read again. The console's
 * ping is answered with any signature, since it comes before the key can be entered; it is not stored.
 */
export async function receivePush(body: Uint8Array, authorization: string | null): Promise<PushVerdict> {
  const signed = { callbackUrl: pushAddress(), body, authorization }
  const isSignedBy = (keys: readonly string[]) => keys.some((partnerKey) => isGenuinePush({ partnerKey }, signed))
  const isGenuine = isSignedBy(pushKeys())
  if (body.length <= MOST_PING_BYTES && isPing(body)) {
    countPush(isGenuine || !authorization ? 'ping' : 'pingOtherKey')
    return 'ping'
  }
  if (!isGenuine) {
    countPush(refusalOf(authorization, isSignedBy))
    return 'forged'
  }
  const push = readPush(body)
  if (push && push.code !== 0) return (await keepPush(push, body)) ? 'kept' : 'known'
  // The console's older test push is genuine and says nothing.
  countPush(push || body.length === 0 ? 'ping' : 'unreadable')
  return 'empty'
}

function refusalOf(authorization: string | null, isSignedBy: (keys: readonly string[]) => boolean): PushOutcome {
  if (pushKeys().length === 0) return 'noKey'
  if (!authorization?.trim()) return 'unsigned'
  return isSignedBy(appKeys()) ? 'appKey' : 'otherKey'
}

/** By the hash of its bytes, so that the same again is not kept twice; of what it says only what we use. */
export async function keepPush(push: ShopeePush, body: Uint8Array | string): Promise<boolean> {
  const hash = Uint8Array.from(createHash('sha256').update(body).digest())
  const shopId = push.shopIds.length === 1 ? push.shopIds[0]! : null
  const content = storedJson(push)
  const at = push.happenedAt ?? push.sentAt ?? new Date()
  const [row] = await callGlobal<{ kept: boolean }>(
    Prisma.sql`SELECT receive_push(${hash}, ${shopId}, ${push.code}::int, ${content}::jsonb, ${at}::timestamptz) AS kept`,
  )
  return row!.kept
}
