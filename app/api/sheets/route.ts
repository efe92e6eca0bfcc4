import { answerJson, memberRoute } from '../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { sheetUploadInput } from '@/lib/connect/catalogue-sheets/schema'
import { UserError } from '@/lib/core/errors'
import { receiveSheet } from '@/lib/connect/order-imports/upload-sheet'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('sheet.import', async ({ member, request }) => {
  const query = new URL(request.url).searchParams
  const input = sheetUploadInput.safeParse({
    kind: query.get('kind'),
    fileName: query.get('fileName'),
    channel: query.get('channel') || null,
  })
  if (!input.success) throw new UserError('invalidInput')
  return answerJson(await receiveSheet(actorOf(member), request, input.data))
})
