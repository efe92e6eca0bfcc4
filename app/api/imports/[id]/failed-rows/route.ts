import { memberRoute } from '../../../member-route'
import { getFailedRowsFile } from '@/lib/imports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', async ({ member, params }) => {
  const { name, content } = await getFailedRowsFile(member, params.id ?? '')
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
