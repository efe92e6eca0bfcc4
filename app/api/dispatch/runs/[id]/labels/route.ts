import { memberRoute } from '../../../../member-route'
import { answerFile } from '../../../answer-file'
import { openRunFile } from '@/lib/sales/dispatch/files'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('order.create', async ({ member, params, request }) => {
  const isThermal = new URL(request.url).searchParams.get('form') === 'zpl'
  return answerFile(await openRunFile(member, params.id, isThermal ? 'zpl' : 'pdf'))
})
