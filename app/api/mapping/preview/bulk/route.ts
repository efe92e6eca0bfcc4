import { answerJson, memberRoute } from '../../../member-route'
import { seesTotals } from '@/lib/core/permissions'
import { UserError } from '@/lib/core/errors'
import { toPlainPreview } from '@/lib/catalog/mapping/plain-preview'
import { previewBulk } from '@/lib/catalog/mapping/preview-bulk'
import { previewBulkInput } from '@/lib/catalog/mapping/schema'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('listing.map', async ({ member, request }) => {
  const query = new URL(request.url).searchParams
  const input = previewBulkInput.safeParse({
    runId: query.get('run'),
    shopId: query.get('shop'),
    since: query.get('since'),
  })
  if (!input.success) throw new UserError('invalidInput')
  return answerJson(toPlainPreview(await previewBulk(member, input.data), seesTotals(member)))
})
