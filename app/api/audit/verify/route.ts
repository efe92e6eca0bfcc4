import { memberRoute } from '../../member-route'
import { readsWholeTrail } from '@/lib/audit/areas'
import { streamVerdict } from '@/lib/audit/verify-stream'
import { UserError } from '@/lib/errors'
import { limitCalls } from '@/lib/rate-limit'
import { untilGone } from '@/lib/stopping'

export const dynamic = 'force-dynamic'

const LIMIT = { name: 'audit.verify', points: 10, seconds: 60 } as const

/** Only who reads the whole trail has it recomputed. */
export const GET = memberRoute('audit.read', async ({ member, request }) => {
  if (!readsWholeTrail(member.role)) throw new UserError('notFound')
  await limitCalls(LIMIT, member.userId)
  return new Response(streamVerdict(member.organizationId, untilGone(request)), {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
