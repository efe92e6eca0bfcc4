import { answerJson, memberRoute } from '../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { receiveUpload } from '@/lib/connect/order-imports/upload-import'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('sheet.import', async ({ member, request }) =>
  answerJson(await receiveUpload(actorOf(member), request)),
)
