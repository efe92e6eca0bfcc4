import 'server-only'
import { actorOf, type Member } from '@/lib/identity/auth/member'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ToolViewer } from '../tools/contract'
import { viewerOf } from '../tools/viewer'

/** The viewer of the assistant: its drafts are by it, its reads are theirs. */
export const assistantFor = (member: Member): ToolViewer =>
  viewerOf({ ...member, actor: { ...actorOf(member), kind: 'assistant' } })

/**
 * The same person with the rights of this moment: an answer takes its time, and a role, a session or a token may end meanwhile.
 * Refuses with `permissionDenied` where nothing is left.
 */
export async function asOfNow(viewer: ToolViewer): Promise<ToolViewer> {
  const { organizationId, userId, sessionId = null, tokenId = null } = viewer
  const [now] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<Pick<ToolViewer, 'role' | 'legalEntityIds'>[]>`
      SELECT role::text AS role, legal_entity_ids AS "legalEntityIds" FROM get_member_scope(${userId}::uuid)
      WHERE (${sessionId}::uuid IS NULL OR EXISTS (
          SELECT 1 FROM get_page_member(${sessionId}::uuid, ${userId}::uuid, ${organizationId}::uuid)))
        AND (${tokenId}::uuid IS NULL OR EXISTS (
          SELECT 1 FROM access_token WHERE organization_id = ${organizationId}::uuid AND id = ${tokenId}::uuid
            AND revoked_at IS NULL AND expires_at > now()))`,
  )
  if (!now) throw new UserError('permissionDenied')
  return { ...viewer, ...now }
}
