import 'server-only'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { postToNextAuth } from '../call-next-auth'
import { confirmIdentity } from '../confirm-identity'
import { limitNetwork } from '../limits'
import { getPerson } from '../member'
import { returnPath, securityPath } from '../return-path'
import { clearIntent, writeIntent } from './intent'
import { hasGoogle } from './provider'
import type { LinkInput, StartInput } from './schema'

/** Answers Google's address, to which the browser goes by itself: a form that is redirected there would break `form-action`. */
export async function startSignIn({ callbackUrl }: StartInput): Promise<{ to: string }> {
  await limitNetwork()
  await clearIntent()
  return { to: (await requestGoogle(returnPath(callbackUrl))).toString() }
}

/** As startSignIn, to add the identity to the account of who asks. */
export async function startLinking(_: Actor, { password }: LinkInput): Promise<{ to: string }> {
  const person = await getPerson()
  if (!person) throw new UserError('signedOut')
  await confirmIdentity(person, password)
  const to = await requestGoogle(securityPath)
  const { userId, sessionId } = person
  await writeIntent({ userId, sessionId, state: to.searchParams.get('state') ?? '' })
  return { to: to.toString() }
}

async function requestGoogle(callbackUrl: string): Promise<URL> {
  if (!hasGoogle()) throw new UserError('googleMissing')
  const to = await postToNextAuth(['signin', 'google'], { callbackUrl })
  if (to.searchParams.has('error')) throw new UserError('googleUnreachable')
  return to
}
