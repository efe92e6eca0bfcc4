import 'server-only'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { env } from '@/lib/core/env'
import { getPublicKey, type ManusAccount } from './client'
import { keepInProcess } from '@/lib/core/process/process-state'

const FRESH_SECONDS = 300
const KEPT_MS = 3_600_000
const REFETCH_MS = 60_000

export type SignedNotice = { url: string; body: Uint8Array; signature: string | null; timestamp: string | null }

/** The base64 length of a signature with an RSA key of 2048 to 4096 bits. */
const SIGNATURE = /^[\w+/-]{342,683}={0,2}$/

/** Whether it is worth asking for their key: it is signed, and no older than five minutes (nor from a clock that far ahead). */
export function isPlausible(
  { signature, timestamp }: Pick<SignedNotice, 'signature' | 'timestamp'>,
  now = Date.now(),
): boolean {
  if (!signature || !SIGNATURE.test(signature) || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  return Math.abs(now / 1000 - Number(timestamp)) <= FRESH_SECONDS
}

/** RSA-SHA256 over `{timestamp}.{url}.{sha256_hex(body)}`. */
export function hasValidSignature(notice: SignedNotice, publicKey: string, now = Date.now()): boolean {
  const { url, body, signature, timestamp } = notice
  if (!isPlausible(notice, now)) return false
  const signed = `${timestamp}.${url}.${createHash('sha256').update(body).digest('hex')}`
  try {
    return verify('RSA-SHA256', Buffer.from(signed), createPublicKey(publicKey), Buffer.from(signature!, 'base64'))
  } catch {
    return false
  }
}

type Kept = { key: Promise<string>; at: number }
const kept = keepInProcess(new Map<string, Kept>())

/**
 * Their key, kept for an hour; asked again after a minute where a signature does not fit, since it may have been changed, or where it
 * was not to be had. However many ask at once, it is one call.
 */
function publicKeyOf(account: ManusAccount, isDoubted: boolean): Promise<string> {
  const of = `${env().MANUS_BASE_URL} ${account.source === 'installation' ? '' : account.organizationId}`
  const known = kept.get(of)
  if (known && Date.now() - known.at < (isDoubted ? REFETCH_MS : KEPT_MS)) return known.key
  const fetched: Kept = { key: getPublicKey(account), at: Date.now() }
  kept.set(of, fetched)
  fetched.key.catch(() => (fetched.at = Date.now() - KEPT_MS + REFETCH_MS))
  return fetched.key
}

export async function hasValidNoticeSignature(account: ManusAccount, notice: SignedNotice): Promise<boolean> {
  const key = await publicKeyOf(account, false)
  if (hasValidSignature(notice, key)) return true
  const newer = await publicKeyOf(account, true)
  return newer !== key && hasValidSignature(notice, newer)
}
