import { answerJson, memberRoute } from '../../../member-route'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'
import { getRunFor } from '@/lib/sales/dispatch/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('order.create', async ({ member, params }) => {
  const id = asId(params.id)
  if (!id) throw new UserError('notFound')
  return answerJson(await getRunFor(member, id))
})
