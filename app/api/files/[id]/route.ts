import { memberRoute } from '@/app/api/member-route'
import { UserError } from '@/lib/core/errors'
import { openImageFor } from '@/lib/core/files/open-image'

/** A picture of the member's own organization. Its content never changes under its id. */
export const GET = memberRoute('sales.read', async ({ member, params }) => {
  const image = await openImageFor(member, params.id ?? '')
  if (!image) throw new UserError('notFound')
  return new Response(image.stream, {
    headers: {
      'content-type': 'image/webp',
      'content-length': image.bytes.toString(),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
})
