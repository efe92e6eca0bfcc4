import { memberRoute } from '../../member-route'
import { openExportFor } from '@/lib/exports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('list.export', async ({ member, params }) => {
  const { name, type, bytes, stream } = await openExportFor(member, params.id ?? '')
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
