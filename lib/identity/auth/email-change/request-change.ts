import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail, mailMode } from '@/lib/core/mail/emails'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { confirmIdentity } from '../confirm-identity'
import { EMAIL_CHANGES, opaque } from '../limits'
import { getPerson } from '../member'
import { cameToThisComputer } from '../came-here'
import { getEmailChange, makeEmailLink, startEmailChange } from './email-link'
import type { RequestEmailChangeInput } from './schema'

/** With the link to show where no mail can be sent, on the installation's own computer. */
type ChangeLink = { link?: string }

/** The same for a free address and one that is taken: whose it is, only an email to it tells. */
export async function requestEmailChange(
  actor: Actor,
  { email, password }: RequestEmailChangeInput,
): Promise<ChangeLink> {
  const person = await getPerson()
  if (!person) throw new UserError('signedOut')
  await confirmIdentity(person, password)
  if (email.toLowerCase() === person.email.toLowerCase())
    throw new UserError('invalidInput', { fields: { email: ['security.email.same'] } })
  const { userId } = person
  await limitRequests(userId, email)
  await withOrganization(actor, async (db) => {
    await startEmailChange(db, userId, email)
    await recordAudit(db, actor, { event: 'account.emailChangeAsked', subjectId: userId })
    await enqueueEmail(db, { kind: 'changeEmail', userId })
  })
  return { link: await linkForScreen(userId) }
}

export async function resendEmailChange(actor: Actor): Promise<ChangeLink> {
  const userId = userOf(actor)
  const change = await getEmailChange(userId)
  if (!change) throw new UserError('linkExpired')
  await limitRequests(userId, change.newEmail)
  await withOrganization(actor, (db) => enqueueEmail(db, { kind: 'changeEmail', userId }))
  return { link: await linkForScreen(userId) }
}

export async function cancelEmailChange(actor: Actor): Promise<null> {
  const userId = userOf(actor)
  await withOrganization(actor, async (db) => {
    const [{ cancelled }] = await db.$queryRaw<[{ cancelled: boolean }]>`
      SELECT cancel_email_change(${userId}::uuid) AS cancelled`
    if (cancelled) await recordAudit(db, actor, { event: 'account.emailChangeCancelled', subjectId: userId })
  })
  return null
}

/** By the person, and by the address: neither floods a stranger's mailbox. */
async function limitRequests(userId: string, email: string): Promise<void> {
  if (mailMode() === 'none') throw new UserError('mailMissing')
  await limitCalls(EMAIL_CHANGES, opaque(userId))
  await limitCalls(EMAIL_CHANGES, opaque(email))
}

async function linkForScreen(userId: string): Promise<string | undefined> {
  const shows = mailMode() === 'screen' && (await cameToThisComputer())
  return shows ? (await makeEmailLink(userId))?.link : undefined
}

function userOf({ userId }: Actor): string {
  if (!userId) throw new UserError('signedOut')
  return userId
}
