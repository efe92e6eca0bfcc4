import 'server-only'
import { decode, type JWT } from 'next-auth/jwt'
import { env } from '../env'

type Sealed = { token?: string; salt?: string }

/** What a cookie carries that was sealed with the secret in force or, while that is being changed, with one before it; else null. */
export async function decodeCookie({ token, salt }: Sealed): Promise<JWT | null> {
  const { NEXTAUTH_SECRET, PREVIOUS_NEXTAUTH_SECRETS } = env()
  for (const secret of [NEXTAUTH_SECRET, ...PREVIOUS_NEXTAUTH_SECRETS]) {
    const content = await decode({ token, salt, secret }).catch(() => null)
    if (content) return content
  }
  return null
}
