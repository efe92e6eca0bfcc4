import { answerJson, memberRoute } from '../../../member-route'
import { previewMaster } from '@/lib/connect/shops/master-preview'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('shop.connect', async ({ member, request, params }) =>
  answerJson(await previewMaster(member, params.id ?? '', new URL(request.url).searchParams.get('kind'))),
)
