import { csvDownload } from '../../../csv-download'
import { memberRoute } from '../../../member-route'
import { getUnreadFile } from '@/lib/connect/order-imports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', async ({ member, params }) =>
  csvDownload(await getUnreadFile(member, params.id ?? '')),
)
