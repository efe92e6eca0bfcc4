import 'server-only'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { asUserError } from '../database-errors'
import { env } from '../env'
import { UserError } from '../errors'
import { logger } from '../logger'
import { authenticateByLink, authenticateByPassword } from './authenticate'
import { closeSession } from './close-session'
import { getSessionMember } from './member'
import type { OpenedSession } from './open-session'
import { confirmInput, signInInput } from './schema'

/** As long as a session may idle; each use of /api/auth/session begins it anew. The row ends it for good after seven days. */
const COOKIE_SECONDS = 12 * 60 * 60

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
            const { email, password } = signInInput.parse({
              email: credentials?.email,
              password: credentials?.password,
            })
            return authenticateByPassword(email, password)
          }),
      }),
      CredentialsProvider({
        id: 'confirmation',
        credentials: { token: {} },
        authorize: (credentials) =>
          inItsWords(() => authenticateByLink(confirmInput.parse({ token: credentials?.token }).token)),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { secret: (user as OpenedSession).secret } : token),
      async session({ session, token }) {
        const member = typeof token.secret === 'string' ? await getSessionMember(token.secret) : null
        // next-auth answers this by clearing the cookie.
        if (!member) throw new Error('the session has ended')
        return { ...session, user: { name: member.displayName, email: member.email } }
      },
    },
    events: {
      signOut: ({ token }) => closeSession(typeof token?.secret === 'string' ? token.secret : undefined),
    },
    logger: {
      error: (code) => logger().info({ code }, 'next-auth'),
      warn: (code) => logger().debug({ code }, 'next-auth'),
      debug: () => undefined,
    },
  }
}

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
