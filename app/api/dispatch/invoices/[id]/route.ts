import { memberRoute } from '../../../member-route'
import { answerFile } from '../../../answer-file'
import { openInvoice } from '@/lib/sales/dispatch/files'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('invoice.open', async ({ member, params }) =>
  answerFile(await openInvoice(member, params.id)),
)
