import 'server-only'
import { mailMode } from '@/lib/core/mail/emails'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { findAccount, type Account } from '../accounts'
import { evenTime } from '../even-time'
import { knownDevice } from '../known-device'
import { limitNetwork, opaque, RESETS } from '../limits'
import { findRegistration } from '../registrations'
import { sendConfirmation, sendEmail } from '../send-email'
import { makeResetLink } from './reset-link'
import type { RequestResetInput } from './schema'

const ANSWER_MS = 500

/** The same answer for every address; only who reads a known one learns more, by an email. */
export async function requestReset({ email }: RequestResetInput): Promise<null> {
  await limitNetwork()
  return evenTime(ANSWER_MS, async () => {
    const account = await findAccount(email)
    const device = await knownDevice(account?.id)
    await limitCalls(RESETS, `${opaque(email)}:${device ?? 'stranger'}`)
    if (account?.verifiedAt) await sendReset(account)
    else await sendConfirmationAgain(email)
    return null
  })
}

async function sendReset({ id: userId }: Account): Promise<void> {
  if (mailMode() === 'mail') await sendEmail(userId, { kind: 'resetPassword', userId })
  else if (mailMode() === 'screen') showOperator(await makeResetLink(userId))
}

/**
 * Where no mail can be sent, the operator may read the link in the product's terminal; a visitor of the page may not.
 */
function showOperator(link: string): void {
  process.stdout.write(`\nMascate: to set a new password, open ${link}\n\n`)
}

/** An unconfirmed account has no password to reset. */
async function sendConfirmationAgain(email: string): Promise<void> {
  const registration = await findRegistration(email)
  if (registration && mailMode() === 'mail') await sendConfirmation(registration, email)
}
