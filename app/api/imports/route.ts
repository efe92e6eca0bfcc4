import { answerJson, memberRoute } from '../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { receiveUpload } from '@/lib/connect/order-imports/receive-upload'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('sheet.import', async ({ member, request }) =>
  answerJson(await receiveUpload(actorOf(member), request)),
)
