import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { notifyDeletionPlanned, withdrawDeletionPlanned } from '../notices/causes'
import { changePeople } from './lock-people'
import { listMembers } from './queries'
import type { PlanDeletionInput } from './schema'
import { confirmOwnIdentity } from '../auth/confirm-identity'

const GRACE_DAYS = 14
const WRONG_NAME = { name: ['company.delete.nameWrong'] }

/** The organization goes on whole until then; a scheduled task deletes it once the days have passed. */
export async function planDeletion(actor: Actor, { name, password }: PlanDeletionInput): Promise<null> {
  await confirmBoth(actor, name, password)
  return changePeople(actor, async (db, own) => {
    if (own !== 'owner') throw new UserError('permissionDenied')
    const { organizationId: id } = actor
    const organization = await db.organization.findUniqueOrThrow({ where: { id }, select: { name: true } })
    if (organization.name.trim() !== name) throw new UserError('invalidInput', { fields: WRONG_NAME })
    const deletionAt = new Date(Date.now() + GRACE_DAYS * 86_400_000)
    const { count } = await db.organization.updateMany({ where: { id, deletionAt: null }, data: { deletionAt } })
    if (count === 0) return null
    await recordAudit(db, actor, { event: 'organization.deletionPlanned', subjectId: id, after: { deletionAt } })
    await notifyDeletionPlanned(db, id, deletionAt)
    await notifyOthers(db, actor, 'deletionPlanned')
    return null
  })
}

/** Both mistakes are reported at once. */
async function confirmBoth(actor: Actor, name: string, password: string | undefined): Promise<void> {
  const { organizationId } = actor
  const isOther = await withOrganization(actor, async (db) => {
    const organization = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { name: true },
    })
    return organization.name.trim() !== name
  })
  const fields = isOther ? WRONG_NAME : {}
  await confirmOwnIdentity(password).catch((error: unknown) => {
    if (!(error instanceof UserError) || !error.fields) throw error
    throw new UserError(error.code, { fields: { ...fields, ...error.fields } })
  })
}

export const cancelDeletion = (actor: Actor): Promise<null> =>
  changePeople(actor, async (db, own) => {
    if (own !== 'owner') throw new UserError('permissionDenied')
    const { organizationId: id } = actor
    const { count } = await db.organization.updateMany({
      where: { id, deletionAt: { gt: new Date() } },
      data: { deletionAt: null },
    })
    if (count === 0) throw new UserError('deletionNotPlanned')
    await recordAudit(db, actor, { event: 'organization.deletionCancelled', subjectId: id })
    await withdrawDeletionPlanned(db, id)
    await notifyOthers(db, actor, 'deletionCancelled')
    return null
  })

async function notifyOthers(db: Db, { userId: self }: Actor, kind: 'deletionPlanned' | 'deletionCancelled') {
  for (const { userId } of await listMembers(db)) if (userId !== self) await enqueueEmail(db, { kind, userId })
}
