import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

/** Distinguishes our tokens from other secrets, also for scanners of leaked ones. */
export const TOKEN_PREFIX = 'mct_'

export const newTokenSecret = () => `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
/** The table has only this: 256 random bits need no slow hash. */
export const hashOfToken = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(secret).digest())
