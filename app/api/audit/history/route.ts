import { answerJson, memberRoute } from '../../member-route'
import { listHistoryFor } from '@/lib/audit/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('audit.read', async ({ member, request }) => {
  const params = new URL(request.url).searchParams
  return answerJson(await listHistoryFor(member, params.get('kind') ?? '', params.get('id') ?? ''))
})
