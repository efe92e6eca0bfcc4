import { answerJson, memberRoute } from '../../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { receiveReceipt } from '@/lib/money/expenses/receipts'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('expense.write', async ({ member, request }) =>
  answerJson(await receiveReceipt(actorOf(member), request)),
)
