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
  return new Response(toWebStream(sheet), {
    headers: {
      'content-type': contentType,
      'content-disposition': 'attachment; filename="mapeamento.xlsx"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})

export const POST = memberRoute('listing.map', async ({ member, request }) =>
  answerJson(await uploadMappingSheet(actorOf(member), request)),
)
