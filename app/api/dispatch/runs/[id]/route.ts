import { answerJson, memberRoute } from '../../../member-route'
import { UserError } from '@/lib/errors'
import { asId } from '@/lib/keyset'
import { getRunFor } from '@/lib/dispatch/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('order.create', async ({ member, params }) => {
  const id = asId(params.id)
  if (!id) throw new UserError('notFound')
  return answerJson(await getRunFor(member, id))
})
