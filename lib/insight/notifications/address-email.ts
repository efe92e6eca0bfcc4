import 'server-only'
import { z } from 'zod'
import { makeConfirmationLink } from '@/lib/identity/auth/confirmation-link'
import { makeEmailLink } from '@/lib/identity/auth/email-change/email-link'
import { makeResetLink } from '@/lib/identity/auth/passwords/reset-link'
import { decrypt } from '@/lib/core/crypto'
import { callGlobal } from '@/lib/core/db'
import { formatDay, localDay } from '@/lib/core/dates'
import { env } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import { languages, type Language } from '@/lib/core/language'
import { addressNotice } from './notice-email'
import { makeInvitationLink } from '@/lib/identity/organizations/invitation-link'
import { getOrganizationNews } from '@/lib/identity/organizations/organization-news'
import type { EmailContent } from '@/lib/core/mail/email'
import { oldEmailOf, droppedOf, contactOf, type Email, type EmailKind } from '@/lib/core/mail/emails'

/** Where an email of that kind was asked for; null for a person's own affairs outside any organization. */
type Scope = { organizationId: string | null }
type Of<K extends EmailKind> = Extract<Email, { kind: K }>
type Address = { [K in EmailKind]: (message: Of<K>, scope: Scope) => Promise<EmailContent | null> }

const page = (path: string) => new URL(path, env().NEXTAUTH_URL).toString()
const SECURITY = '/dashboard/settings/security'
const TOKENS = '/dashboard/apis?tab=programs'
const address: Address = {
  confirm: async ({ registrationId }) => {
    const contact = await findContact(
      Prisma.sql`SELECT email, display_name AS "displayName", language FROM get_registration_contact(${registrationId}::uuid)`,
    )
    return contact && withLink(contact, await makeConfirmationLink(registrationId))
  },
  accountExists: ({ userId }) => toUser(userId, page('/auth')),
  resetPassword: async ({ userId }) => {
    const contact = await getContact(userId)
    return contact && withLink(contact, await makeResetLink(userId))
  },
  passwordChanged: async ({ userId, dropped }) => {
    const [message, ways] = [await toUser(userId, page('/auth/forgot')), await getWaysIn(userId)]
    if (!message || !ways) return null
    const { google, twoFactor, tokens } = ways
    const email = dropped ? decrypt(dropped, droppedOf(userId)) : ''
    return {
      ...message,
      values: {
        google: yesOrNo(google),
        secondStep: yesOrNo(twoFactor),
        tokens,
        dropped: yesOrNo(Boolean(dropped)),
        email,
      },
    }
  },
  changeEmail: async ({ userId }) => {
    const contact = await getContact(userId)
    const change = contact && (await makeEmailLink(userId))
    if (!change) return null
    const holder = await findReader(change.newEmail)
    // The requester gets no answer about another's address; its holder does.
    if (holder?.confirmed) return { ...holder, kind: 'accountExists', email: change.newEmail, link: page('/auth') }
    return { ...contact, email: change.newEmail, link: change.link }
  },
  emailChanged: async ({ userId, oldEmail }) => {
    const contact = await getContact(userId)
    return contact && { ...contact, email: decrypt(oldEmail, oldEmailOf(userId)) }
  },
  googleLinked: ({ userId }) => toUser(userId, page(SECURITY)),
  googleUnlinked: ({ userId }) => toUser(userId, page(SECURITY)),
  secondStepOn: ({ userId }) => toUser(userId, page(SECURITY)),
  secondStepOff: ({ userId }) => toUser(userId, page(SECURITY)),
  codesRenewed: ({ userId }) => toUser(userId, page(SECURITY)),
  recoveryCodeUsed: async ({ userId }) => {
    const [message, ways] = [await toUser(userId, page(SECURITY)), await getWaysIn(userId)]
    return message && ways ? { ...message, values: { count: ways.recoveryCodes } } : null
  },
  tokenCreated: ({ userId }) => toUser(userId, page(TOKENS)),
  accountErased: ({ userId, contact }) => {
    const { language, ...known } = contactSchema.parse(JSON.parse(decrypt(contact, contactOf(userId))))
    return Promise.resolve({ ...known, language: languageOf(language) })
  },
  importFinished: toReader,
  lowStock: toReader,
  expenseDue: toReader,
  lateShipment: toReader,
  morning: toReader,
  payoutLate: toReader,
  caseDeadline: toReader,
  returnToAnswer: toReader,
  cancellationAsked: toReader,
  invoiceRefused: toReader,
  pickupFailed: toReader,
  pickupLate: toReader,
  platformCancel: toReader,
  listingBlocked: toReader,
  memberJoined: toReader,
  newDevice: toReader,
  signInsBlocked: toReader,
  rightsRefused: toReader,
  shopGrant: toReader,
  oversold: toReader,
  healthCritical: toReader,
  webhookDisabled: toReader,
  invitation: async ({ invitationId }, { organizationId }) => {
    const invitation = organizationId && (await makeInvitationLink({ organizationId }, invitationId))
    if (!invitation) return null
    const { email, link, organization, inviter, role, language } = invitation
    const reader = (await findReader(email)) ?? { displayName: null, language: languageOf(language) }
    return { ...reader, email, link, values: { organization, inviter, role } }
  },
  roleChanged: async (message, scope) => {
    const news = await getNews(message, scope)
    return news?.role ? toMember(message, { organization: news.name, role: news.role }) : null
  },
  memberRemoved: async (message, scope) => {
    const news = await getNews(message, scope)
    const content = news && !news.role ? await toMember(message, { organization: news.name }) : null
    return content && { ...content, link: undefined }
  },
  deletionPlanned: async (message, scope) => {
    const news = await getNews(message, scope)
    const content = news?.deletionAt ? await toMember(message, { organization: news.name }) : null
    if (!news?.deletionAt || !content) return null
    const day = formatDay(localDay(news.deletionAt, news.timeZone), content.language)
    return { ...content, values: { ...content.values, day } }
  },
  deletionCancelled: async (message, scope) => {
    const news = await getNews(message, scope)
    return news && !news.deletionAt ? toMember(message, { organization: news.name }) : null
  },
}

/** The reader, the link and what the email says of them, as they are now; null when it has nothing more to tell. */
export function addressEmail(message: Email, scope: Scope): Promise<EmailContent | null> {
  return (address[message.kind] as (message: Email, scope: Scope) => Promise<EmailContent | null>)(message, scope)
}

const contactSchema = z.object({ email: z.string(), displayName: z.string(), language: z.string() })
type Contact = { email: string; displayName: string; language: Language }

const languageOf = (text: string | null) => languages.find((known) => known === text) ?? 'pt'

async function findContact(statement: Prisma.Sql): Promise<Contact | null> {
  const [contact] = await callGlobal<{ email: string; displayName: string; language: string }>(statement)
  return contact ? { ...contact, language: languageOf(contact.language) } : null
}

const getContact = (userId: string) =>
  findContact(Prisma.sql`SELECT email, display_name AS "displayName", language FROM get_user_contact(${userId}::uuid)`)

const yesOrNo = (holds: boolean) => (holds ? 'yes' : 'no')

async function getWaysIn(userId: string) {
  const [ways] = await callGlobal<{ google: boolean; twoFactor: boolean; recoveryCodes: number; tokens: number }>(
    Prisma.sql`SELECT google, second_step AS "twoFactor", recovery_codes AS "recoveryCodes", access_tokens AS tokens
      FROM get_ways_in(${userId}::uuid)`,
  )
  return ways
}

async function findReader(email: string) {
  const [reader] = await callGlobal<{ displayName: string; language: string; confirmed: boolean }>(
    Prisma.sql`SELECT display_name AS "displayName", language, confirmed FROM get_email_reader(${email}::citext)`,
  )
  return reader ? { ...reader, language: languageOf(reader.language) } : null
}

const withLink = (contact: Contact, link: string | undefined) => (link ? { ...contact, link } : null)

async function toUser(userId: string, link: string): Promise<EmailContent | null> {
  const contact = await getContact(userId)
  return contact && { ...contact, link }
}

function toReader({ notificationId }: { notificationId: string }, { organizationId }: Scope) {
  return organizationId ? addressNotice(notificationId, organizationId) : Promise.resolve(null)
}

type ToUser = { userId: string }

const getNews = async ({ userId }: ToUser, { organizationId }: Scope) =>
  organizationId ? getOrganizationNews(organizationId, userId) : null

async function toMember({ userId }: ToUser, values: EmailContent['values']): Promise<EmailContent | null> {
  const message = await toUser(userId, page('/dashboard'))
  return message && { ...message, values }
}
