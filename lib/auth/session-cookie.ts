import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

export const SESSION_DAYS = 7

/** What the encrypted cookie carries; the table has only its hash. */
export const newSessionSecret = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(secret).digest())

export const cookieName = (url: string) =>
  url.startsWith('https://') ? '__Secure-next-auth.session-token' : 'next-auth.session-token'
