import 'server-only'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { asUserError } from '@/lib/core/database/database-errors'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { authenticateByLink, authenticateByPassword } from './authenticate'
import { closeSession } from './close-session'
import { decodeCookie } from './decode-cookie'
import { addToMember, enterWithGoogle } from './google/enter'
import { receiveFailure } from './google/failure'
import { identityIn } from './google/identity'
import type { LinkIntent } from './google/intent'
import { googleProvider, hasGoogle } from './google/provider'
import { getSessionPerson } from './member'
import type { OpenedSession } from './open-session'
import { currentSecret } from './renew-session'
import { returnPathIn } from './return-path'
import { confirmInput, signInInput } from './schema'
import { authenticateByTwoFactor } from './two-factor/authenticate'
import { COOKIE_SECONDS, cookieName, ownHost, type CookieContent } from './session-cookie'

/** Next-auth itself gives a moment of this clock alone: to a browser whose own is a day ahead, the cookie would be over. */
const COOKIE = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: COOKIE_SECONDS } as const

/**
 * next-auth issues, renews and clears the encrypted cookie; what it carries is the secret of a session row. With an intent,
 * what Google answers is added to the account that asked, and opens no session. `onUnread` is called where a session could not be
 * read: next-auth takes that for a session that has ended.
 */
export function nextAuthOptions(intent?: LinkIntent, onUnread?: (error: unknown) => void): AuthOptions {
  const read = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch((error: unknown) => {
      onUnread?.(error)
      throw error
    })
  const { NEXTAUTH_URL: url, NEXTAUTH_SECRET: secret } = env()
  return {
    secret,
    session: { strategy: 'jwt', maxAge: COOKIE_SECONDS },
    cookies: { sessionToken: { name: cookieName(url), options: { ...COOKIE, secure: ownHost(url) !== '' } } },
    jwt: { maxAge: COOKIE_SECONDS, decode: decodeCookie },
    pages: { signIn: '/auth', signOut: '/auth', error: '/auth', verifyRequest: '/verification' },
    providers: [
      CredentialsProvider({
        id: 'credentials',
        credentials: { email: {}, password: {} },
        authorize: (credentials) =>
          inItsWords(async () => {
            const { data } = signInInput.safeParse({ email: credentials?.email, password: credentials?.password })
            if (!data) throw new UserError('credentialsInvalid')
            return authenticateByPassword(data.email, data.password)
          }),
      }),
      CredentialsProvider({
        id: 'confirmation',
        credentials: { token: {}, password: {}, replace: {} },
        authorize: (credentials) =>
          inItsWords(async () => {
            const { token, password, replace } = credentials ?? {}
            const { data } = confirmInput.safeParse({ token, password, replace: replace === 'yes' })
            if (!data) throw new UserError('linkUnknown')
            return authenticateByLink(data)
          }),
      }),
      CredentialsProvider({
        id: 'second-step',
        credentials: { code: {} },
        authorize: (credentials) => inItsWords(() => authenticateByTwoFactor(String(credentials?.code ?? ''))),
      }),
      ...(hasGoogle() ? [googleProvider()] : []),
    ],
    callbacks: {
      redirect: async ({ url, baseUrl }) => new URL(returnPathIn(url, baseUrl), baseUrl).toString(),
      // For Google's answer alone: the others have opened their session by now. An error's message goes into the
      // address.
      signIn: async ({ user, account, profile }) =>
        account?.provider !== 'google' ||
        inItsWords(async () => {
          const identity = identityIn(profile)
          if (intent) return addToMember(identity, intent)
          Object.assign(user, await enterWithGoogle(identity))
          return true
        }),
      jwt: async ({ token, user }) => {
        if (user) {
          const { id, secret } = user as OpenedSession
          return { secret, person: id } satisfies CookieContent
        }
        return typeof token.secret === 'string' ? { ...token, secret: await read(currentSecret(token.secret)) } : token
      },
      async session({ session, token }) {
        const person = typeof token.secret === 'string' ? await read(getSessionPerson(token.secret)) : null
        // next-auth answers this by clearing the cookie.
        if (!person) throw new Error('the session has ended')
        return { ...session, user: { name: person.displayName, email: person.email } }
      },
    },
    events: {
      signOut: ({ token }) => closeSession(typeof token?.secret === 'string' ? token.secret : undefined),
    },
    logger: {
      error: (code, metadata) =>
        logger().info({ code: knownCode(code), reason: receiveFailure(metadata) }, 'next-auth'),
      warn: (code) => logger().debug({ code: knownCode(code) }, 'next-auth'),
      debug: () => undefined,
    },
  }
}

const KNOWN_CODES = [
  'JWT_SESSION_ERROR',
  'SESSION_ERROR',
  'SIGNOUT_ERROR',
  'NEXTAUTH_URL',
  'NO_SECRET',
  'SIGNIN_OAUTH_ERROR',
  'OAUTH_CALLBACK_ERROR',
  'OAUTH_PARSE_PROFILE_ERROR',
]

/** next-auth hands on what callers send as a code: nothing but its own few get into the log. */
const knownCode = (code: unknown) => KNOWN_CODES.find((known) => known === code) ?? 'other'

/** next-auth puts the error's message into an address: only codes of ours may get there. */
async function inItsWords<T>(authorize: () => Promise<T>): Promise<T> {
  try {
    return await authorize()
  } catch (error) {
    const known = error instanceof UserError ? error : asUserError(error)
    if (!known) logger().error({ err: error }, 'sign-in failed')
    throw new Error(known?.code ?? 'unexpected', { cause: error })
  }
}
