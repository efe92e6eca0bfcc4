import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { carrySession } from '../carry-session'
import { confirmIdentity } from '../confirm-identity'
import { getPerson, readSessionSecret } from '../member'
import { ownWords } from '../own-words'
import { hashPassword } from '../password'
import { refuseWeakPassword } from '../password-blocklist'
import { hashOf, newSessionSecret } from '../session-cookie'
import type { ChangePasswordInput } from './schema'

/**
 * Sets the password of who knows the present one. This session goes on under a new secret, so that a copy of its cookie opens
 * nothing; the others end.
 */
export async function changePassword(actor: Actor, { password, newPassword }: ChangePasswordInput): Promise<null> {
  const [person, secret] = [await getPerson(), await readSessionSecret()]
  if (!person || !secret) throw new UserError('signedOut')
  refuseWeakPassword(newPassword, await ownWords(person), 'newPassword')
  await confirmIdentity(person, password)
  const { userId, sessionId } = person
  const passwordHash = await hashPassword(newPassword)
  const next = newSessionSecret()
  // Not by the form's key: what that keeps of a request would tell of the passwords.
  await withOrganization(actor, async (db) => {
    const [{ renewed }] = await db.$queryRaw<[{ renewed: boolean }]>`
      SELECT renew_session(${hashOf(secret)}, ${hashOf(next)}) AS renewed`
    if (!renewed) throw new UserError('signedOut')
    await db.$queryRaw`SELECT set_password(${userId}::uuid, ${passwordHash}, ${sessionId}::uuid)::text`
    await recordAudit(db, actor, { event: 'account.passwordChanged', subjectId: userId })
    await enqueueEmail(db, { kind: 'passwordChanged', userId })
  })
  await carrySession({ secret: next, person: userId })
  return null
}
