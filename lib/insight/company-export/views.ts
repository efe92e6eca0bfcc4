import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { getExport, type ExportRecord } from '../exports/queries'
import type { ExportState } from '@/lib/core/exports/schema'

export type ArchiveView = {
  /** The last that an owner asked for. */
  id: string
  state: ExportState
  isOwn: boolean
  errorCode: string | null
  reference: string | null
  /** The available archive: that one, or an earlier one that was not replaced. */
  ready: { id: string; createdAt: Date; expiresAt: Date } | null
}

/**
 * The state of the last archive that an owner requested, and the one that can be downloaded; null where there was none,
 * or for a member who is no owner.
 */
export async function getArchiveFor(member: Member): Promise<ArchiveView | null> {
  if (!can(member.role, 'organization.own')) return null
  const { userId } = member
  return withOrganization(member, async (db) => {
    const last = await findNewest(db, member, {})
    if (!last) return null
    const done = last.state === 'done' ? last : await findNewest(db, member, { state: 'done' })
    const expiresAt = done?.file?.expiresAt
    const { id, state, createdBy, errorCode, reference } = last
    return {
      id,
      state,
      isOwn: createdBy === userId,
      errorCode,
      reference,
      ready: done && expiresAt ? { id: done.id, createdAt: done.createdAt, expiresAt } : null,
    }
  })
}

async function findNewest(db: Db, { organizationId }: Member, of: { state?: 'done' }): Promise<ExportRecord | null> {
  const exportRow = await db.export.findFirst({
    where: { organizationId, kind: 'wholeCompany', ...of },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return exportRow && getExport(db, organizationId, exportRow.id)
}
