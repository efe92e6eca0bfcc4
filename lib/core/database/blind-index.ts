import 'server-only'
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { env } from '../env'

type Purpose = 'bank account' | 'buyer key'

/**
 * A value that recognizes its parts without storing them: a hash under a key of each purpose's own. The key derives
 * from a secret that never changes, since earlier values cannot be hashed again.
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
