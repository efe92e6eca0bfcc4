import { answerCsv } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { getMoneyUnreadFile } from '@/lib/connect/money-reports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('reconciliation.read', async ({ member, params }) =>
  answerCsv(await getMoneyUnreadFile(member, params.id ?? '')),
)
