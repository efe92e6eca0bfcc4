import { answerFile } from '@/app/api/answer-file'
import { memberRoute } from '@/app/api/member-route'
import { getAvatarFor } from '@/lib/identity/account/set-avatar'
import { UserError } from '@/lib/core/errors'

/** A person's picture, for who shares an organization with them. Its content never changes under its id. */
export const GET = memberRoute('ownAccount', async ({ member, params }) => {
  const image = await getAvatarFor(member, params.id ?? '')
  if (!image) throw new UserError('notFound')
  return answerFile({ type: 'image/webp', content: image, bytes: image.length, isFixed: true })
})
