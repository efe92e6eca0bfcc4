import { memberRoute } from '../../../member-route'
import { openEvidence } from '@/lib/sales/packing/add-evidence'
import { UserError } from '@/lib/core/errors'

export const GET = memberRoute('dispatch.work', async ({ member, params }) => {
  const image = await openEvidence(member, params.id)
  if (!image) throw new UserError('notFound')
  return new Response(image.stream, {
    headers: {
      'content-type': 'image/webp',
      'content-length': image.bytes.toString(),
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
