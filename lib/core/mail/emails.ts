import 'server-only'
import { z } from 'zod'
import type { Db } from '../db'
import { env, isLoopback } from '../env'

const toUser = { userId: z.uuid() }
/** A mail of a notification: whether it still goes by mail is decided when it is sent. */
const toNotice = { notificationId: z.uuid() }

/**
 * A queued mail: its reader and its subject. No readable token and no address lies there; the worker
 * looks up the reader and makes the link (see `address-email.ts`).
 */
export const emailSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm'), registrationId: z.uuid() }),
  z.object({ kind: z.literal('accountExists'), ...toUser }),
  z.object({ kind: z.literal('resetPassword'), ...toUser }),
  /** With the address of the Google identity that a reset took off the account, encrypted. */
  z.object({ kind: z.literal('passwordChanged'), ...toUser, dropped: z.string().optional() }),
  z.object({ kind: z.literal('changeEmail'), ...toUser }),
  /** To the address that the account has left, encrypted. */
  z.object({ kind: z.literal('emailChanged'), ...toUser, oldEmail: z.string() }),
  z.object({ kind: z.literal('googleLinked'), ...toUser }),
  z.object({ kind: z.literal('googleUnlinked'), ...toUser }),
  z.object({ kind: z.literal('secondStepOn'), ...toUser }),
  z.object({ kind: z.literal('secondStepOff'), ...toUser }),
  z.object({ kind: z.literal('codesRenewed'), ...toUser }),
  z.object({ kind: z.literal('recoveryCodeUsed'), ...toUser }),
  z.object({ kind: z.literal('tokenCreated'), ...toUser }),
  /** With whom the account was of, encrypted. */
  z.object({ kind: z.literal('accountErased'), ...toUser, contact: z.string() }),
  z.object({ kind: z.literal('invitation'), invitationId: z.uuid() }),
  /** About the organization that they are enqueued in. */
  z.object({ kind: z.literal('roleChanged'), ...toUser }),
  z.object({ kind: z.literal('memberRemoved'), ...toUser }),
  z.object({ kind: z.literal('deletionPlanned'), ...toUser }),
  z.object({ kind: z.literal('deletionCancelled'), ...toUser }),
  z.object({ kind: z.literal('importFinished'), ...toNotice }),
  z.object({ kind: z.literal('lowStock'), ...toNotice }),
  z.object({ kind: z.literal('expenseDue'), ...toNotice }),
  z.object({ kind: z.literal('lateShipment'), ...toNotice }),
  z.object({ kind: z.literal('morning'), ...toNotice }),
  z.object({ kind: z.literal('payoutLate'), ...toNotice }),
  z.object({ kind: z.literal('caseDeadline'), ...toNotice }),
  z.object({ kind: z.literal('returnToAnswer'), ...toNotice }),
  z.object({ kind: z.literal('cancellationAsked'), ...toNotice }),
  z.object({ kind: z.literal('invoiceRefused'), ...toNotice }),
  z.object({ kind: z.literal('pickupFailed'), ...toNotice }),
  z.object({ kind: z.literal('pickupLate'), ...toNotice }),
  z.object({ kind: z.literal('platformCancel'), ...toNotice }),
  z.object({ kind: z.literal('listingBlocked'), ...toNotice }),
  z.object({ kind: z.literal('memberJoined'), ...toNotice }),
  z.object({ kind: z.literal('newDevice'), ...toNotice }),
  z.object({ kind: z.literal('signInsBlocked'), ...toNotice }),
  z.object({ kind: z.literal('rightsRefused'), ...toNotice }),
  z.object({ kind: z.literal('shopGrant'), ...toNotice }),
  z.object({ kind: z.literal('oversold'), ...toNotice }),
  z.object({ kind: z.literal('healthCritical'), ...toNotice }),
  z.object({ kind: z.literal('webhookDisabled'), ...toNotice }),
])
export type Email = z.output<typeof emailSchema>
export type EmailKind = Email['kind']

/** The context with which `contact` of an erased account's mail is encrypted. */
export const contactOf = (userId: string) => `email:accountErased:${userId}`

/** `screen`: a fresh installation on its own computer shows the link; `none`: a public one that cannot send mail yet. */
export function mailMode(): 'mail' | 'screen' | 'none' {
  if (env().SMTP_URL) return 'mail'
  return isLoopback(env().NEXTAUTH_URL) ? 'screen' : 'none'
}

/**
 * Has the worker write and send the email: the answer does not wait for a mail server, so that its time says nothing
 * about the address, and a mail server that is down delays the email instead of losing it. Goes in the transaction of what
 * it tells about. Nothing where no mail server is set.
 */
export async function enqueueEmail(db: Db, message: Email): Promise<void> {
  if (mailMode() !== 'mail') return
  await db.$queryRaw`SELECT enqueue_email(${JSON.stringify(message)}::json, ${keyOf(message)})::text`
}

/** An email of the same key that still waits is replaced: asked for twice, it goes out once. */
function keyOf(message: Email): string | null {
  switch (message.kind) {
    case 'confirm':
      return `confirm:${message.registrationId}`
    case 'invitation':
      return `invitation:${message.invitationId}`
    // Each tells of a deed of its own.
    case 'emailChanged':
    case 'passwordChanged':
    case 'recoveryCodeUsed':
    case 'tokenCreated':
    // One person's organizations write apart from each other.
    case 'roleChanged':
    case 'memberRemoved':
    case 'deletionPlanned':
    case 'deletionCancelled':
      return null
    case 'importFinished':
    case 'lowStock':
    case 'expenseDue':
    case 'lateShipment':
    case 'morning':
    case 'payoutLate':
    case 'caseDeadline':
    case 'returnToAnswer':
    case 'cancellationAsked':
    case 'invoiceRefused':
    case 'pickupFailed':
    case 'pickupLate':
    case 'platformCancel':
    case 'listingBlocked':
    case 'memberJoined':
    case 'newDevice':
    case 'signInsBlocked':
    case 'rightsRefused':
    case 'shopGrant':
    case 'oversold':
    case 'healthCritical':
    case 'webhookDisabled':
      return `notice:${message.notificationId}`
    default:
      return `${message.kind}:${message.userId}`
  }
}

/** The context with which `oldEmail` of a mail is encrypted. */
export const oldEmailOf = (userId: string) => `email:emailChanged:${userId}`
/** The context with which `dropped` of a mail is encrypted. */
export const droppedOf = (userId: string) => `email:passwordChanged:${userId}`
