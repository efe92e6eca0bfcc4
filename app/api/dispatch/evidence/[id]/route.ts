import { answerFile } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { openEvidence } from '@/lib/sales/packing/add-evidence'
import { UserError } from '@/lib/core/errors'

export const GET = memberRoute('dispatch.work', async ({ member, params }) => {
  const image = await openEvidence(member, params.id)
  if (!image) throw new UserError('notFound')
  return answerFile({ type: 'image/webp', ...image })
})
