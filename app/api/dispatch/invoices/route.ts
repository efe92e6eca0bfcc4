import { answerJson, memberRoute } from '../../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { receiveInvoice } from '@/lib/sales/dispatch/receive-invoice'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('order.create', async ({ member, request }) =>
  answerJson(await receiveInvoice(actorOf(member), request)),
)
