import { answerJson, memberRoute } from '../../member-route'
import { checkExportFor, openExportFor } from '@/lib/insight/exports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('list.export', async ({ member, request, params }) => {
  const id = params.id ?? ''
  // Asked by the page before it leaves the file to the browser, which would save an error as the file.
  if (new URL(request.url).searchParams.has('check')) return answerJson(await checkExportFor(member, id))
  const { name, type, bytes, stream } = await openExportFor(member, id)
  return new Response(stream, {
    headers: {
      'content-type': type,
      'content-length': bytes.toString(),
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '')}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
