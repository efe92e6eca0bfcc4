import 'server-only'
import { UserError, type ErrorCode } from '@/lib/core/errors'
import { maskEmail } from '../describe-link'
import { getResetLink } from './reset-link'

export type ResetQuestion = { problem: ErrorCode } | { email: string }

/** Whose password the page of a link sets, or why it cannot. */
export async function describeReset(token: string): Promise<ResetQuestion> {
  try {
    return { email: maskEmail((await getResetLink(token)).email) }
  } catch (error) {
    if (error instanceof UserError) return { problem: error.code }
    throw error
  }
}
