import 'server-only'
import { getLocale, getTranslations } from 'next-intl/server'
import type { Member } from '../auth/member'
import { withOrganization, type Scope } from '../db'
import { UserError } from '../errors'
import { contentTypes, writeSheet } from '../exports/file-formats'
import type { Heading, Value } from '../exports/list-kind'
import { problemHeadings } from '../imports/heading-names'
import { asId } from '../keyset'
import { getSheet, listFailed } from './queries'
import type { FailedRow } from './schema'

type Viewer = Pick<Member, 'timeZone'> & Scope
const mostRows = 60_000

/** The refused rows under the headings of their own sheet, with what is wrong behind them: to be mended and sent again. */
export async function downloadFailedRows(viewer: Viewer, id: string) {
  const { organizationId } = viewer
  const importId = asId(id)
  const found =
    importId &&
    (await withOrganization(viewer, async (db) => {
      const run = await getSheet(db, organizationId, importId)
      return run && { run, rows: await listFailed(db, organizationId, importId, mostRows) }
    }))
  if (!found) throw new UserError('notFound')
  const t = await getTranslations('sheets')
  const language = (await getLocale()) === 'en' ? 'en' : 'pt'
  const { sheet, sales } = found.run.summary
  const layout = sheet ?? sales
  if (!layout) throw new UserError('notFound')
  const width = Math.max(0, ...layout.headings.map(([at]) => at)) + 1
  const titles = Array.from({ length: width }, (_, at) => layout.headings.find(([place]) => place === at)?.[1] ?? '')
  const headings: Heading[] = [
    ...titles.map((title) => ({ title, type: 'text' as const, width: 16 })),
    ...[problemHeadings.problem, problemHeadings.row].map(([pt, en]) => ({
      ...{ title: language === 'pt' ? pt : en, type: 'text' as const, width: 40 },
    })),
  ]
  const reasonOf = ({ cells }: FailedRow) =>
    cells
      .map(({ column, problem, value }) =>
        [column, t(`reasons.${problem}`), value && `(${value})`].filter(Boolean).join(' '),
      )
      .join(' | ')
  const rows = found.rows.map((failed): Value[] => {
    const cells: Value[] = titles.map(() => null)
    for (const [field, at] of Object.entries(layout.places))
      if (at !== undefined) cells[at] = failed.values[field] ?? null
    return [...cells, reasonOf(failed), String(failed.row)]
  })
  const content = writeSheet.xlsx({
    ...{ name: 'erros', headings, batches: inBatches(rows), language },
    timeZone: viewer.timeZone,
  })
  return { name: `${t('failed.fileName')}.xlsx`, contentType: contentTypes.xlsx, content }
}

async function* inBatches(rows: Value[][]): AsyncGenerator<Value[][]> {
  for (let at = 0; at < rows.length; at += 1_000) yield rows.slice(at, at + 1_000)
}
