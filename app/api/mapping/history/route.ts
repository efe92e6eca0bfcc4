import { answerJson, memberRoute } from '../../member-route'
import { getHistoryFor } from '@/lib/catalog/mapping/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('listing.map', async ({ member, request }) =>
  answerJson(await getHistoryFor(member, new URL(request.url).searchParams.get('listing') ?? '')),
)
