import { answerFile } from '../../answer-file'
import { answerJson, memberRoute } from '../../member-route'
import { checkExportFor, openExportFor } from '@/lib/insight/exports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('list.export', async ({ member, request, params }) => {
  const id = params.id ?? ''
  // Asked by the page before it leaves the file to the browser, which would save an error as the file.
  if (new URL(request.url).searchParams.has('check')) return answerJson(await checkExportFor(member, id))
  return answerFile(await openExportFor(member, id))
})
