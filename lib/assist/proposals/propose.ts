import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { parseInput } from '@/lib/core/http/parse-input'
import type { ToolViewer } from '../tools/contract'
import type { DiffLine, ProposalKind } from './contract'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'

/** As long as an idempotency key is kept: a confirmation that is sent again finds its first answer. */
const PROPOSAL_HOURS = 24
const PROPOSALS: CallLimit = { name: 'proposal', points: 60, seconds: 3600 }

export type Proposed = { id: string; kind: ProposalKind['name']; diff: DiffLine[] }

/** Keeps a draft for the person who is asked about it. Nothing else is written. */
export async function propose(
  kind: ProposalKind | undefined,
  viewer: ToolViewer,
  input: unknown,
  threadId: string | null = null,
): Promise<Proposed> {
  if (!kind) throw new UserError('toolUnknown')
  if (!can(viewer.role, kind.permission) || !can(viewer.role, 'assistant.confirm'))
    throw new UserError('permissionDenied')
  await limitCalls(PROPOSALS, `${viewer.organizationId} ${viewer.userId}`)
  const parsed = parseInput(kind.schema.strict(), input ?? {})
  const { diff, seen } = await kind.describe(viewer, parsed)
  const { organizationId, userId } = viewer
  const id = newId()
  const expiresAt = new Date(Date.now() + PROPOSAL_HOURS * 3_600_000)
  const { name } = kind
  return writeOnce(viewer, async (db) => {
    await db.proposal.create({
      data: {
        organizationId,
        id,
        kind: name,
        input: { ...parsed, seen } as object,
        diff,
        source: viewer.kind,
        madeFor: userId,
        threadId,
        expiresAt,
      },
      select: { id: true },
    })
    await recordAudit(db, viewer, { event: 'proposal.made', subjectId: id, after: { kind: name } })
    return { id, kind: name, diff }
  })
}
