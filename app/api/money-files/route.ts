import { answerJson, memberRoute } from '../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { UserError } from '@/lib/core/errors'
import { moneyUploadInput } from '@/lib/connect/money-reports/schema'
import { receiveMoneyFile } from '@/lib/connect/money-reports/upload-money-file'

export const dynamic = 'force-dynamic'

export const POST = memberRoute('reconciliation.read', async ({ member, request }) => {
  const query = new URL(request.url).searchParams
  const input = moneyUploadInput.safeParse({ fileName: query.get('fileName'), shopId: query.get('shopId') || null })
  if (!input.success) throw new UserError('invalidInput')
  return answerJson(await receiveMoneyFile(actorOf(member), request, input.data))
})
