import { answerJson, memberRoute } from '../../member-route'
import { getExportOptionsFor } from '@/lib/insight/exports/views'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('list.export', async ({ member }) => answerJson(await getExportOptionsFor(member)))
