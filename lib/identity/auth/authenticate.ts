import 'server-only'
import { UserError } from '@/lib/core/errors'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { findAccount } from './accounts'
import { admit } from './admit'
import { clientNetwork } from './client-network'
import { getOpenLink, redeemLink } from './confirmation-link'
import { anyKnownDevice } from './known-device'
import { callsOf, limitNetwork } from './limits'
import { getMember } from './member'
import type { OpenedSession } from './open-session'
import { passwordFits } from './password-attempts'
import { findRegistration, ownRegistrationId } from './registrations'
import type { ConfirmInput } from './schema'

const SIGN_INS = callsOf('password')

/**
 * Opens a session for the right password. Unknown accounts cost the same work and get the same answer; only the
 * password of a registration shows that its e-mail waits for confirmation.
 */
export async function authenticateByPassword(email: string, password: string): Promise<OpenedSession> {
  await limitNetwork()
  await limitSignIns()
  const [account, registration] = [await findAccount(email), await findRegistration(email)]
  const hash = account?.verifiedAt ? account.passwordHash : registration?.passwordHash
  const matches = await passwordFits(hash ?? null, password, { userId: account?.id, email })
  if (!matches || !hash || !account) throw new UserError('credentialsInvalid')
  if (!account.verifiedAt) throw new UserError('emailUnconfirmed')
  return admit(account.id, 'password', hash)
}

/**
 * Opens a session for who holds a confirmation link and made its registration: the browser that did, or who knows the
 * password chosen then. Opening an email is not enough, for somebody else may have asked for it. The link is used up.
 */
export async function authenticateByLink({ token, password, replace }: ConfirmInput): Promise<OpenedSession> {
  await limitNetwork()
  const link = await getOpenLink(token)
  if ((await ownRegistrationId(link.email)) !== link.registrationId) {
    if (!password) throw new UserError('linkNeedsPassword')
    await limitSignIns()
    if (!(await passwordFits(link.passwordHash, password, link))) throw new UserError('linkPasswordWrong')
  }
  const member = await getMember()
  if (member && member.userId !== link.userId && !replace) throw new UserError('signedInAsOther')
  await redeemLink(token, link)
  return admit(link.userId, 'confirmation')
}

/** Before anything is looked up or computed: where all strangers share one count, known devices stay out of it. */
async function limitSignIns(): Promise<void> {
  await limitCalls(SIGN_INS, (await anyKnownDevice()) ?? (await clientNetwork()))
}
