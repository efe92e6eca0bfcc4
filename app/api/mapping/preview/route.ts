import { answerJson, memberRoute } from '../../member-route'
import { seesTotals } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import { previewMapping } from '@/lib/catalog/mapping/preview-mapping'
import { previewInput } from '@/lib/catalog/mapping/schema'
import { toPlainPreview } from '@/lib/catalog/mapping/plain-preview'

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
