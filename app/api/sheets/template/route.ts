import { Readable } from 'node:stream'
import { memberRoute } from '../../member-route'
import { downloadTemplate, readTemplateQuery } from '@/lib/catalogue-sheets/template'

export const dynamic = 'force-dynamic'

export const GET = memberRoute('sheet.import', ({ member, request }) => {
  const { name, contentType, content } = downloadTemplate(member, readTemplateQuery(new URL(request.url).searchParams))
  return Promise.resolve(
    new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    }),
  )
})
