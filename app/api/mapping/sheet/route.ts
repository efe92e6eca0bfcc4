import { answerFile } from '../../answer-file'
import { answerJson, memberRoute } from '../../member-route'
import { actorOf } from '@/lib/identity/auth/member'
import { downloadMappingSheet } from '@/lib/catalog/mapping/download-sheet'
import { uploadMappingSheet } from '@/lib/catalog/mapping/upload-sheet'
import { toWebStream } from '@/lib/core/http/web-stream'

export const dynamic = 'force-dynamic'

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const GET = memberRoute('listing.map', async ({ member, request }) => {
  const { searchParams } = new URL(request.url)
  const language = searchParams.get('language') === 'en' ? 'en' : 'pt'
  const sheet = downloadMappingSheet(member, Object.fromEntries(searchParams), language)
  return answerFile({ name: 'mapeamento.xlsx', type: contentType, content: toWebStream(sheet) })
})

export const POST = memberRoute('listing.map', async ({ member, request }) =>
  answerJson(await uploadMappingSheet(actorOf(member), request)),
)
