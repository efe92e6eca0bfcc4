import 'server-only'
import type { Readable } from 'node:stream'
import { contentTypes, writeSheet } from '@/lib/core/exports/file-formats'
import type { Value } from '@/lib/core/exports/list-kind'
import { translatorOf } from '@/lib/core/i18n/translator'
import { exportFormats } from '@/lib/core/exports/schema'
import { UserError } from '@/lib/core/errors'
import { languages } from '@/lib/core/language'
import { exportKindOf } from '@/lib/sales/sales-figures/analysis-filters'
import { sheetOf } from './sheet'
import { getAnalyticsFor } from './views'
import type { Viewer } from '@/lib/sales/sales-figures/analysis-context'

const BATCH_ROWS = 1000

/** A section's table as a file, as the role may read it; what the address asks for is made sound as for the page. */
export async function writeSectionFile(
  viewer: Viewer,
  query: Record<string, string>,
): Promise<{ name: string; type: string; stream: Readable }> {
  const format = exportFormats.find((one) => one === query.format) ?? 'csv'
  const language = languages.find((one) => one === query.language) ?? 'pt'
  const t = translatorOf(language)
  const view = await getAnalyticsFor(viewer, query, { isWhole: true })
  if (exportKindOf(view.filters)) throw new UserError('notFound')
  const { headings, rows } = sheetOf(view, t)
  const title = t(`analytics.tabs.${view.filters.tab}`)
  return {
    name: `${t(`analytics.files.names.${view.filters.tab}`)}-${view.filters.from}-${view.filters.to}.${format}`,
    type: contentTypes[format],
    stream: writeSheet[format]({ name: title, headings, batches: cut(rows), language, timeZone: viewer.timeZone }),
  }
}

async function* cut(rows: Value[][]): AsyncGenerator<Value[][]> {
  for (let first = 0; first < rows.length; first += BATCH_ROWS) yield rows.slice(first, first + BATCH_ROWS)
}
