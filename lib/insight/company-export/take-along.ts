import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { confirmOwnIdentity } from '@/lib/identity/auth/confirm-identity'
import type { Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { queueExport } from '../exports/request-export'
import { changePeople } from '@/lib/identity/organizations/lock-people'
import type { RequestArchiveInput } from './schema'

/** Each may be as large as all that the company has. */
const ARCHIVES_A_DAY = 6
const DAY_MS = 86_400_000

/** Has the worker write everything of the company to one archive, for an owner who confirmed who they are: one at a time. */
export async function requestArchive(
  actor: Actor,
  { language, password }: RequestArchiveInput,
): Promise<{ exportId: string }> {
  await confirmOwnIdentity(password)
  return changePeople(actor, async (db, own) => {
    if (own !== 'owner') throw new UserError('permissionDenied')
    const { organizationId } = actor
    const underWay = await db.export.count({
      where: { organizationId, kind: 'wholeCompany', state: { in: ['waiting', 'running'] } },
    })
    if (underWay > 0) throw new UserError('archiveUnderWay')
    // A failed one is not the owner's doing: an erasure of a buyer meanwhile ends it.
    const ofLate = await db.export.count({
      where: {
        organizationId,
        kind: 'wholeCompany',
        state: { not: 'failed' },
        createdAt: { gt: new Date(Date.now() - DAY_MS) },
      },
    })
    if (ofLate >= ARCHIVES_A_DAY) throw new UserError('tooManyRequests')
    const exportId = await queueExport(db, actor, {
      kind: 'wholeCompany',
      format: 'zip',
      filter: { query: '', language },
      toDrive: false,
      createdAt: new Date(),
    })
    await recordAudit(db, actor, { event: 'organization.archiveAsked', subjectId: organizationId })
    return { exportId }
  })
}
