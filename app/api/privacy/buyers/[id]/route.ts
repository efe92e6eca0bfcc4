import { answerFile } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { getBuyerDataFor } from '@/lib/insight/privacy/buyer-data'
import { limitCalls } from '@/lib/core/http/rate-limit'

export const dynamic = 'force-dynamic'

const LIMIT = { name: 'buyer.data', points: 30, seconds: 600 } as const

/** All data about the buyer of an order, as a file. */
export const GET = memberRoute('organization.edit', async ({ member, request, params }) => {
  await limitCalls(LIMIT, member.userId)
  const onlyThis = new URL(request.url).searchParams.get('only') === 'this'
  const { name, body } = await getBuyerDataFor(member, params.id, onlyThis)
  return answerFile({ name, type: 'application/json; charset=utf-8', content: body })
})
