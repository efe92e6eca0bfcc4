import 'server-only'
import { createHmac, hkdfSync } from 'node:crypto'
import { env } from '@/lib/env'

let key: Buffer | undefined

/**
 * What stays of a buyer once the personal data are gone: a keyed hash of the platform's username, so that repeat buyers
 * count. The organization is part of it, so that two companies cannot compare their buyers.
 */
export function buyerKey(organizationId: string, username: string): string {
  key ??= Buffer.from(hkdfSync('sha256', Buffer.from(env().ENCRYPTION_KEY, 'base64'), '', 'buyer key', 32))
  const name = username.normalize('NFC').trim().toLowerCase()
  return createHmac('sha256', key).update(`${organizationId}\u0000shopee\u0000${name}`).digest('hex')
}
