import 'server-only'
import { z } from 'zod'
import { deleteEncryptedCookie, readEncryptedCookie, writeEncryptedCookie } from '../encrypted-cookie'

/** Bound to the one request to Google that the member began and to their session: no other answer of Google's links anything. */
const intentCookie = {
  name: 'mascate-google-link',
  schema: z.object({ userId: z.uuid(), sessionId: z.uuid(), state: z.string().min(1) }),
  seconds: 15 * 60,
}
export type LinkIntent = z.output<typeof intentCookie.schema>

export const writeIntent = (intent: LinkIntent) => writeEncryptedCookie(intentCookie, intent)
export const clearIntent = () => deleteEncryptedCookie(intentCookie)

/** The member's intent behind the request of this state; undefined: to sign in. */
export async function readIntent(state: string | null): Promise<LinkIntent | undefined> {
  const intent = await readEncryptedCookie(intentCookie)
  return intent && intent.state === state ? intent : undefined
}
