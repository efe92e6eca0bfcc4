import 'server-only'
import { enqueueEmail, mailMode, type Email } from '@/lib/core/mail/emails'
import { inHome } from './accounts'
import { cameToThisComputer } from './came-here'
import { makeConfirmationLink } from './confirmation-link'
import { ownRegistrationId, type Registration } from './registrations'

/** An email to a person in their own affairs, wherever they belong. */
export const sendEmail = (userId: string, message: Email): Promise<void> =>
  inHome(userId, (db) => enqueueEmail(db, message))

/** To the holder of a confirmed account. */
export const sendAccountExists = (userId: string) => sendEmail(userId, { kind: 'accountExists', userId })

/** By mail; or as a link to show, which only the browser that made the registration gets, on the installation's own computer. */
export async function sendConfirmation({ id, userId }: Registration, email: string): Promise<string | undefined> {
  if (mailMode() !== 'screen') await sendEmail(userId, { kind: 'confirm', registrationId: id })
  else if ((await ownRegistrationId(email)) === id) return linkForScreen(id)
  return undefined
}

export async function linkForScreen(registrationId: string): Promise<string | undefined> {
  return mailMode() === 'screen' && (await cameToThisComputer()) ? makeConfirmationLink(registrationId) : undefined
}
