import { answerFile } from '../answer-file'
import { memberRoute } from '../member-route'
import { writeSectionFile } from '@/lib/insight/analytics/section-file'
import { can } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import { toWebStream } from '@/lib/core/http/web-stream'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('list.export', async ({ member, request }) => {
  if (!can(member.role, 'sales.read')) throw new UserError('permissionDenied')
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const { name, type, stream } = await writeSectionFile(member, query)
  return answerFile({ name, type, content: toWebStream(stream) })
})
