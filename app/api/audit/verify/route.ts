import { memberRoute, notKept } from '../../member-route'
import { readsWholeAuditLog } from '@/lib/insight/audit-log/areas'
import { streamVerdict } from '@/lib/insight/audit-log/verify-stream'
import { UserError } from '@/lib/core/errors'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { untilGone } from '@/lib/core/process/stopping'

export const dynamic = 'force-dynamic'

const LIMIT = { name: 'audit.verify', points: 10, seconds: 60 } as const

/** Only who reads the whole trail has it recomputed. */
export const GET = memberRoute('audit.read', async ({ member, request }) => {
  if (!readsWholeAuditLog(member.role)) throw new UserError('notFound')
  await limitCalls(LIMIT, member.userId)
  return new Response(streamVerdict(member.organizationId, untilGone(request)), {
    headers: {
      ...notKept,
      'content-type': 'application/x-ndjson',
    },
  })
})
