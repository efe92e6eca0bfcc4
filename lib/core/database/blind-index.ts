import 'server-only'
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { env } from '../env'

type Purpose = 'bank account' | 'buyer key'

/**
 * By what is known again without being kept: a hash of its parts, under a key of each purpose's own. Made from a secret that never
 * changes, for what was hashed before cannot be hashed anew.
 */
export function blindIndex(purpose: Purpose, parts: readonly string[]): Buffer {
  return createHmac('sha256', keyOf(purpose, env().BLIND_INDEX_KEY)).update(parts.join('\u0000')).digest()
}

const derived = new Map<Purpose, { secret: string; key: KeyObject }>()

/** Derived once: that takes longer than a hash, and an import makes one for each order. */
function keyOf(purpose: Purpose, secret: string): KeyObject {
  const known = derived.get(purpose)
  if (known?.secret === secret) return known.key
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', purpose, 32)))
  derived.set(purpose, { secret, key })
  return key
}
