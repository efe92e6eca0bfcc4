import { answerFile } from '../../../answer-file'
import { memberRoute } from '../../../member-route'
import { downloadFailedRows } from '@/lib/connect/catalogue-sheets/failed-rows'
import { toWebStream } from '@/lib/core/http/web-stream'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', async ({ member, params }) => {
  const { name, contentType, content } = await downloadFailedRows(member, params.id ?? '')
  return answerFile({ name, type: contentType, content: toWebStream(content) })
})
