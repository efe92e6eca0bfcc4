import { answerCsv } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { getFailedRowsFile } from '@/lib/connect/order-imports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', async ({ member, params }) =>
  answerCsv(await getFailedRowsFile(member, params.id ?? '')),
)
