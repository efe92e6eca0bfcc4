import { memberRoute } from '../../../member-route'
import { answerFile } from '../../../answer-file'
import { openReceipt } from '@/lib/money/expenses/receipts'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('money.read', async ({ member, params }) =>
  answerFile(await openReceipt(member, params.id)),
)
