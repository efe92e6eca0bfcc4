import 'server-only'
import { createHmac, hkdfSync } from 'node:crypto'
import { env } from './env'

/**
 * By what is known again without being kept: a hash of its parts, under a key of each purpose's own. Made from a secret that never
 * changes, for what was hashed before cannot be hashed anew.
 */
export function blindIndex(purpose: 'bank account' | 'buyer key', parts: readonly string[]): Buffer {
  const key = hkdfSync('sha256', Buffer.from(env().BLIND_INDEX_KEY, 'base64'), '', purpose, 32)
  return createHmac('sha256', Buffer.from(key)).update(parts.join('\u0000')).digest()
}
