import { answerJson, memberRoute } from '../../../member-route'
import { getRunFor } from '@/lib/catalog/mapping/run-view'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('listing.map', async ({ member, params }) =>
  answerJson(await getRunFor(member, params.id ?? '')),
)
