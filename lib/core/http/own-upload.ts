import { z } from 'zod'
import { UserError } from '../errors'

/**
 * Requires that an upload comes from a form that was rendered for this organization: it says so in a header, which another
 * site's form cannot send. Answers its idempotency key.
 */
export function requireOwnUpload({ headers }: Request, organizationId: string): string | null {
  if (headers.get('x-organization-id') !== organizationId) throw new UserError('organizationChanged')
  const key = z.uuid().nullable().safeParse(headers.get('x-idempotency-key'))
  if (!key.success) throw new UserError('invalidInput')
  return key.data
}
