import { answerFile } from '../../answer-file'
import { memberRoute } from '../../member-route'
import { downloadTemplate, readTemplateQuery } from '@/lib/connect/catalogue-sheets/template'
import { toWebStream } from '@/lib/core/http/web-stream'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', ({ member, request }) => {
  const { name, contentType, content } = downloadTemplate(member, readTemplateQuery(new URL(request.url).searchParams))
  return Promise.resolve(answerFile({ name, type: contentType, content: toWebStream(content) }))
})
