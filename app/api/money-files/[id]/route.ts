import { answerJson, memberRoute } from '../../member-route'
import { getMoneyFileProgress } from '@/lib/connect/money-reports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('reconciliation.read', async ({ member, params }) =>
  answerJson(await getMoneyFileProgress(member, params.id ?? '')),
)
