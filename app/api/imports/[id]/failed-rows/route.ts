import { csvDownload } from '../../../csv-download'
import { memberRoute } from '../../../member-route'
import { getFailedRowsFile } from '@/lib/connect/order-imports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', async ({ member, params }) =>
  csvDownload(await getFailedRowsFile(member, params.id ?? '')),
)
