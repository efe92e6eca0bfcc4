import 'server-only'
import { getMember } from '@/lib/identity/auth/member'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { changeOrganization } from './change-organization'
import type { RequireSecondFactorInput } from './schema'

/** Whether people of the company need a second factor. A person who requires it has one, and so is not shut out by it. */
export async function requireSecondFactor(actor: Actor, { version, on }: RequireSecondFactorInput) {
  if (on && !(await getMember())?.hasTwoFactor) throw new UserError('secondFactorOwnFirst')
  return changeOrganization(actor, version, () => ({ secondFactorRequired: on }))
}
