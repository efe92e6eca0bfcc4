import 'server-only'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { maskEmail } from '../describe-link'
import { getPerson } from '../member'
import { getUserSecurity } from '../user-security'
import { getEmailLink } from './email-link'

/** The question on the page of a link, before the link is used. */
export type ChangeQuestion =
  | { problem: ErrorCode }
  | { email: string; newEmail: string; needs: 'nothing' | 'password' | 'session' }

export async function describeChange(token: string): Promise<ChangeQuestion> {
  try {
    const { userId, email, newEmail } = await getEmailLink(token)
    const here = (await getPerson())?.userId === userId
    const needs = here ? 'nothing' : (await getUserSecurity(userId)).passwordHash ? 'password' : 'session'
    return { email: maskEmail(email), newEmail, needs }
  } catch (error) {
    if (error instanceof UserError) return { problem: error.code }
    throw error
  }
}
