import { memberRoute } from '@/app/api/member-route'
import { getAvatarFor } from '@/lib/identity/account/set-avatar'
import { UserError } from '@/lib/core/errors'

/** A person's picture, for who shares an organization with them. Its content never changes under its id. */
export const GET = memberRoute('ownAccount', async ({ member, params }) => {
  const image = await getAvatarFor(member, params.id ?? '')
  if (!image) throw new UserError('notFound')
  return new Response(image, {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(image.length),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    },
  })
})
