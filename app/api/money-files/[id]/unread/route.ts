import { memberRoute } from '../../../member-route'
import { getMoneyUnreadFile } from '@/lib/money-files/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('reconciliation.read', async ({ member, params }) => {
  const { name, content } = await getMoneyUnreadFile(member, params.id ?? '')
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})
