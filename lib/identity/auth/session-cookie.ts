import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

export const SESSION_DAYS = 7
/**
 * As long as a session may idle; each use of /api/auth/session restarts it. The row ends it for good after seven days.
 */
export const COOKIE_SECONDS = 12 * 60 * 60

/** In the encrypted cookie. `person`: whose turns the request takes (request-turns.ts), for nothing else; cookies of before have none. */
export type CookieContent = { secret: string; person: string }
/** The table has only its hash. */
export const newSessionSecret = () => randomBytes(32).toString('base64url')
export const hashOf = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash('sha256').update(secret).digest())

/** Behind https browsers take a name with this beginning from this very host alone, so that no neighbour's page sets it. */
export const ownHost = (url: string) => (url.startsWith('https://') ? '__Host-' : '')
export const cookieName = (url: string) => `${ownHost(url)}next-auth.session-token`
