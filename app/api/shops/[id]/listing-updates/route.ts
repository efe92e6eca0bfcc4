import { answerJson, memberRoute } from '../../../member-route'
import { getListingUpdateProgress } from '@/lib/connect/shops/master-preview'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('shop.connect', async ({ member, params }) =>
  answerJson(await getListingUpdateProgress(member, params.id ?? '')),
)
