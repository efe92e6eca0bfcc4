import { answerFile } from '@/app/api/answer-file'
import { memberRoute } from '@/app/api/member-route'
import { UserError } from '@/lib/core/errors'
import { openImageFor } from '@/lib/core/files/open-image'

/** A picture of the member's own organization. Its content never changes under its id. */
export const GET = memberRoute('sales.read', async ({ member, params }) => {
  const image = await openImageFor(member, params.id ?? '')
  if (!image) throw new UserError('notFound')
  return answerFile({ type: 'image/webp', ...image, isFixed: true })
})
