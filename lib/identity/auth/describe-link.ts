import 'server-only'
import { UserError } from '@/lib/core/errors'
import { getOpenLink } from './confirmation-link'
import { getMember } from './member'
import { ownRegistrationId } from './registrations'

/** The question on the page of a link, before the link is used. */
export type LinkQuestion = {
  email: string
  displayName: string
  needsPassword: boolean
  /** Whose session would end. */
  signedInAs?: string
}

/** Null when there is nothing to ask: this browser made the registration, or the link cannot be used anyway. */
export async function describeLink(token: string): Promise<LinkQuestion | null> {
  const link = await getOpenLink(token).catch((error: unknown) => {
    if (error instanceof UserError) return null
    throw error
  })
  if (!link) return null
  const [registrationId, member] = [await ownRegistrationId(link.email), await getMember()]
  const needsPassword = registrationId !== link.registrationId
  const signedInAs = member && member.userId !== link.userId ? member.email : undefined
  if (!needsPassword && !signedInAs) return null
  return { email: maskEmail(link.email), displayName: link.displayName, needsPassword, signedInAs }
}

/** Enough to know one's own by. */
export const maskEmail = (email: string) => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`
