import { answerJson, memberRoute } from '../../member-route'
import { actorOf } from '@/lib/auth/member'
import { receiveReceipt } from '@/lib/expenses/receipts'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('expense.write', async ({ member, request }) =>
  answerJson(await receiveReceipt(actorOf(member), request)),
)
