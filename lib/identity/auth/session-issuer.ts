import 'server-only'
import messages from '@/messages/pt-BR.json'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { postToNextAuth } from './call-next-auth'

type Credentials =
  | { email: string; password: string }
  | { token: string; password?: string; replace?: string }
  | { code: string }
type Provider = 'credentials' | 'confirmation' | 'second-step'

/** Signs in through next-auth's own endpoint, called in this process: one round trip for the browser, one issuer of cookies. */
export async function issueSession(provider: Provider, credentials: Credentials): Promise<void> {
  const to = await postToNextAuth(['callback', provider], credentials)
  const code = to.searchParams.get('error')
  if (code) throw new UserError(code in messages.errors ? (code as ErrorCode) : 'unexpected')
}

export async function clearSession(): Promise<void> {
  await postToNextAuth(['signout'], {})
}
