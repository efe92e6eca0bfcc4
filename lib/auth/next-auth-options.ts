import 'server-only'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { asUserError } from '../database-errors'
import { env } from '../env'
import { UserError } from '../errors'
import { logger } from '../logger'
import { authenticateByLink, authenticateByPassword } from './authenticate'
import { closeSession } from './close-session'
import { getSessionPerson } from './member'
import type { OpenedSession } from './open-session'
import { confirmInput, signInInput } from './schema'
import { authenticateBySecondStep } from './second-step/authenticate'

/** As long as a session may idle; each use of /api/auth/session begins it anew. The row ends it for good after seven days. */
export const COOKIE_SECONDS = 12 * 60 * 60

/** next-auth issues, renews and clears the encrypted cookie; what it carries is the secret of a session row. */
export function nextAuthOptions(): AuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: COOKIE_SECONDS },
    jwt: { maxAge: COOKIE_SECONDS },
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
        authorize: (credentials) => inItsWords(() => authenticateBySecondStep(String(credentials?.code ?? ''))),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { secret: (user as OpenedSession).secret } : token),
      async session({ session, token }) {
        const person = typeof token.secret === 'string' ? await getSessionPerson(token.secret) : null
        // next-auth answers this by clearing the cookie.
        if (!person) throw new Error('the session has ended')
        return { ...session, user: { name: person.displayName, email: person.email } }
      },
    },
    events: {
      signOut: ({ token }) => closeSession(typeof token?.secret === 'string' ? token.secret : undefined),
    },
    logger: {
      error: (code) => logger().info({ code: knownCode(code) }, 'next-auth'),
      warn: (code) => logger().debug({ code: knownCode(code) }, 'next-auth'),
      debug: () => undefined,
    },
  }
}

const KNOWN_CODES = ['JWT_SESSION_ERROR', 'SESSION_ERROR', 'SIGNOUT_ERROR', 'NEXTAUTH_URL', 'NO_SECRET']

/** next-auth hands on what callers send as a code: nothing but its own few get into the log. */
const knownCode = (code: unknown) => KNOWN_CODES.find((known) => known === code) ?? 'other'

/** next-auth puts the error's message into an address: only codes of ours may get there. */
async function inItsWords(authorize: () => Promise<OpenedSession>): Promise<OpenedSession> {
  try {
    return await authorize()
  } catch (error) {
    const known = error instanceof UserError ? error : asUserError(error)
    if (!known) logger().error({ err: error }, 'sign-in failed')
    throw new Error(known?.code ?? 'unexpected', { cause: error })
  }
}
