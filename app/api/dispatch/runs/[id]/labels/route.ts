import { memberRoute } from '../../../../member-route'
import { answerFile } from '../../../../answer-file'
import { openRunFile } from '@/lib/sales/dispatch/files'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('order.create', async ({ member, params, request }) => {
  const form = new URL(request.url).searchParams.get('form')
  return answerFile(await openRunFile(member, params.id, form === 'zpl' || form === 'a4' ? form : 'pdf'))
})
