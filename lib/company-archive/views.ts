import 'server-only'
import type { Member } from '../auth/member'
import { can } from '../auth/permissions'
import { withOrganization } from '../db'
import { getExport } from '../exports/queries'
import type { ExportState } from '../exports/schema'

export type ArchiveView = {
  id: string
  state: ExportState
  isOwn: boolean
  createdAt: Date
  expiresAt: Date | null
  errorCode: string | null
  reference: string | null
}

/** The last archive that an owner asked for; null where none was, or for who is no owner. */
export async function getArchiveFor(member: Member): Promise<ArchiveView | null> {
  if (!can(member.role, 'organization.own')) return null
  const { organizationId, userId } = member
  return withOrganization(member, async (db) => {
    const last = await db.export.findFirst({
      where: { organizationId, kind: 'wholeCompany' },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    })
    const found = last && (await getExport(db, organizationId, last.id))
    if (!found) return null
    const { id, state, createdBy, createdAt, file, errorCode, reference } = found
    return {
      id,
      state,
      isOwn: createdBy === userId,
      createdAt,
      expiresAt: file?.expiresAt ?? null,
      errorCode,
      reference,
    }
  })
}
