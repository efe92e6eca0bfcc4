import { answerJson, memberRoute } from '../../member-route'
import { getImportProgress } from '@/lib/connect/order-imports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', async ({ member, params }) =>
  answerJson(await getImportProgress(member, params.id ?? '')),
)
