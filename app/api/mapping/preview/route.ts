import { answerJson, memberRoute } from '../../member-route'
import { seesTotals } from '@/lib/dashboard/views'
import { UserError } from '@/lib/errors'
import { previewMapping } from '@/lib/mapping/preview-mapping'
import { previewInput } from '@/lib/mapping/schema'
import { toPlainPreview } from '@/lib/mapping/plain-preview'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('listing.map', async ({ member, request }) => {
  const query = new URL(request.url).searchParams
  const input = previewInput.safeParse({
    listingId: query.get('listing'),
    productId: query.get('product') || null,
    quantity: Number(query.get('quantity') ?? 1),
    since: query.get('since'),
  })
  if (!input.success) throw new UserError('invalidInput')
  return answerJson(toPlainPreview(await previewMapping(member, input.data), seesTotals(member)))
})
