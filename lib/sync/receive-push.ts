import 'server-only'
import { createHash } from 'node:crypto'
import { callGlobal } from '../db'
import { env } from '../env'
import { Prisma } from '../generated/prisma/client'
import { readPush, type ShopeePush } from '../shopee/push'
import { isGenuinePush } from '../shopee/signing'
import { storedJson } from './stored-json'

/** The address that the platform signs: the one registered there, byte by byte. */
const pushAddress = () => env().SHOPEE_PUSH_URL ?? `${env().NEXTAUTH_URL.replace(/\/$/, '')}/api/shopee/webhook`

/** While the key is being changed the platform signs with either. */
function partnerKeys(): string[] {
  const { SHOPEE_PARTNER_KEY: inForce, PREVIOUS_SHOPEE_PARTNER_KEYS: previous } = env()
  return inForce ? [inForce, ...previous] : []
}

type PushVerdict = 'forged' | 'kept' | 'known' | 'empty'

/** Keeps a push whose signature is right, once. What it says of a shop only decides who reads the platform again. */
export async function receivePush(body: Uint8Array, authorization: string | null): Promise<PushVerdict> {
  const signed = { callbackUrl: pushAddress(), body, authorization }
  if (!partnerKeys().some((partnerKey) => isGenuinePush({ partnerKey }, signed))) return 'forged'
  const push = readPush(body)
  // The console's test push is genuine and says nothing.
  if (!push) return 'empty'
  return (await keepPush(push, body)) ? 'kept' : 'known'
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
