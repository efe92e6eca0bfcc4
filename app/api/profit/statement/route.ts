import { getLocale } from 'next-intl/server'
import { answerFile } from '../../answer-file'
import { memberRoute } from '../../member-route'
import { contentTypes } from '@/lib/core/exports/file-formats'
import { sheetName, writeResultSheet } from '@/lib/money/profit/result-sheet'
import { getResultFor } from '@/lib/money/profit/views'
import { toWebStream } from '@/lib/core/http/web-stream'

export const dynamic = 'force-dynamic'

/**
 * The result of the period as a file. Needs the right to export lists and the reading of settlement and cost; the
 * second is checked with the figures.
 */
export const GET = memberRoute('list.export', async ({ member, request }) => {
  const { format: requestedFormat, ...query } = Object.fromEntries(new URL(request.url).searchParams)
  const format = requestedFormat === 'csv' ? 'csv' : 'xlsx'
  const language = await getLocale()
  const view = await getResultFor(member, query)
  const sheet = writeResultSheet(view, format, {
    company: member.organizationName,
    timeZone: member.timeZone,
    language,
  })
  return answerFile({
    name: sheetName(view, format, language),
    type: contentTypes[format],
    content: toWebStream(sheet),
  })
})
