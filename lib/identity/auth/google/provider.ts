import 'server-only'
import GoogleProvider from 'next-auth/providers/google'
import { env } from '@/lib/core/env'

const ANSWER_MS = 5000

export const hasGoogle = (): boolean => Boolean(env().GOOGLE_CLIENT_ID && env().GOOGLE_CLIENT_SECRET)

/** next-auth's own, with all three checks: the request is this browser's (state), the token this request's (nonce), the code ours alone (PKCE). */
export const googleProvider = () =>
  GoogleProvider({
    clientId: env().GOOGLE_CLIENT_ID ?? '',
    clientSecret: env().GOOGLE_CLIENT_SECRET ?? '',
    issuer: env().GOOGLE_ISSUER,
    wellKnown: env().GOOGLE_WELL_KNOWN,
    checks: ['state', 'nonce', 'pkce'],
    // A computer in a shop has several people's accounts: none is taken without asking.
    authorization: { params: { scope: 'openid email profile', prompt: 'select_account' } },
    httpOptions: { timeout: ANSWER_MS },
  })
