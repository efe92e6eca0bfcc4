import 'server-only'
import { createHash } from 'node:crypto'
import { env } from '@/lib/core/env'

/** A key of the trail. The one in force has the age 0, the one before it 1, and so on. */
export type ChainKey = { id: string; bytes: Buffer; age: number }

/** How links and heads are marked that were made before keys had ids: by the oldest that is named. */
export const BEFORE_IDS = 'k1'

/** The key in force, then those before it, the newest first. */
export function chainKeys(): ChainKey[] {
  const { AUDIT_CHAIN_KEY, PREVIOUS_AUDIT_CHAIN_KEYS } = env()
  return [AUDIT_CHAIN_KEY, ...PREVIOUS_AUDIT_CHAIN_KEYS].map((text, age) => {
    const bytes = Buffer.from(text, 'base64')
    return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes, age }
  })
}

export const keyInForce = (): ChainKey => chainKeys()[0]!

export function findKey(id: string): ChainKey | undefined {
  const keys = chainKeys()
  return id === BEFORE_IDS ? keys.at(-1) : keys.find((key) => key.id === id)
}

/**
 * The present entries were chained with a key that this process does not have: they cannot be checked, and nothing can
 * be added.
 */
export class MissingChainKey extends Error {
  constructor(readonly keyId: string) {
    super(`The trail was chained with key ${keyId}, which is not among AUDIT_CHAIN_KEY and PREVIOUS_AUDIT_CHAIN_KEYS.`)
  }
}

export function requireKey(id: string): ChainKey {
  const key = findKey(id)
  if (!key) throw new MissingChainKey(/^[0-9a-f]{8}$/.test(id) ? id : 'of no known form')
  return key
}
