import 'server-only'
import { readSessionSecret } from '../auth/member'
import { hashOf } from '../auth/session-cookie'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'

/** The request's session goes on in that organization, in the transaction in which its person came to belong there. */
export async function switchOrganization(db: Db, organizationId: string): Promise<void> {
  const secret = await readSessionSecret()
  if (!secret) throw new UserError('signedOut')
  const [{ moved }] = await db.$queryRaw<[{ moved: boolean }]>`
    SELECT switch_session_organization(${hashOf(secret)}, ${organizationId}::uuid) AS moved`
  if (!moved) throw new UserError('notFound')
}
