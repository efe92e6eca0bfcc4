import { answerJson, memberRoute } from '../../../member-route'
import { getExportProgressFor } from '@/lib/insight/exports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('list.export', async ({ member, params }) =>
  answerJson(await getExportProgressFor(member, params.id ?? '')),
)
