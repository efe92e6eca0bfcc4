import 'server-only'
import { getLocale, getTranslations } from 'next-intl/server'
import type { Member } from '@/lib/identity/auth/member'
import { withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { contentTypes, writeSheet } from '@/lib/core/exports/file-formats'
import type { Heading, Value } from '@/lib/core/exports/list-kind'
import { problemHeadings } from '@/lib/core/sheets/heading-names'
import { asId } from '@/lib/core/keyset'
import { maxWrittenChars } from './read-row'
import { getSheet, listFailed } from './queries'
import type { FailedRow, SheetSummary } from './schema'

type Viewer = Pick<Member, 'timeZone'> & Scope
type Layout = NonNullable<SheetSummary['sheet'] | SheetSummary['sales']>
type Column = { title: string; fields: string[] }
const batchRows = 500
const maxFileColumns = 200

/** The refused rows under the headings of their own sheet, with what is wrong behind them: to be mended and sent again. */
export async function downloadFailedRows(viewer: Viewer, id: string) {
  const { organizationId } = viewer
  const importId = asId(id)
  const run = importId && (await withOrganization(viewer, (db) => getSheet(db, organizationId, importId)))
  const layout = run && (run.summary.sheet ?? run.summary.sales)
  if (!layout) throw new UserError('notFound')
  const t = await getTranslations('sheets')
  const language = (await getLocale()) === 'en' ? 'en' : 'pt'
  const columns = columnsOf(layout)
  const headings: Heading[] = [
    ...columns.map(({ title }) => ({ title, type: 'text' as const, width: 16 })),
    ...[problemHeadings.problem, problemHeadings.row].map(([pt, en]) => ({
      title: language === 'pt' ? pt : en,
      type: 'text' as const,
      width: 40,
    })),
  ]
  const reasonOf = ({ cells }: FailedRow) =>
    cells
      .map(({ column, problem, value }) =>
        [column, t(`reasons.${problem}`), value && `(${value})`].filter(Boolean).join(' '),
      )
      .join(' | ')
  const rowOf = (failed: FailedRow): Value[] => [
    ...columns.map(({ fields }) => whole(fields.map((field) => failed.values[field]).find(Boolean))),
    reasonOf(failed),
    String(failed.row),
  ]
  const content = writeSheet.xlsx({
    name: 'erros',
    headings,
    batches: batchesOf(viewer, run.id, rowOf),
    language,
    timeZone: viewer.timeZone,
  })
  return { name: `${t('failed.fileName')}.xlsx`, contentType: contentTypes.xlsx, content }
}

/** The columns that are read, and of the other named ones as many as there is room for, in the order of the sheet. */
function columnsOf({ headings, places }: Layout): Column[] {
  const columns = new Map<number, Column>()
  const titles = new Map(headings)
  for (const [field, at] of Object.entries(places)) {
    const column = columns.get(at) ?? { title: titles.get(at) ?? '', fields: [] }
    columns.set(at, { ...column, fields: [...column.fields, field] })
  }
  for (const [at, title] of headings) {
    if (columns.size >= maxFileColumns) break
    if (!columns.has(at)) columns.set(at, { title, fields: [] })
  }
  return [...columns].toSorted(([a], [b]) => a - b).map(([, column]) => column)
}

/** Never more than one batch stands in memory, and no transaction stays open while it is sent. */
async function* batchesOf(
  viewer: Viewer,
  importId: string,
  rowOf: (failed: FailedRow) => Value[],
): AsyncGenerator<Value[][]> {
  for (let after: number | null = 0; after !== null;) {
    const from: number = after
    const page = await withOrganization(viewer, (db) =>
      listFailed(db, viewer.organizationId, importId, { after: from, size: batchRows }),
    )
    yield page.rows.map(rowOf)
    after = page.next
  }
}

/** A text that was cut is left out: sent again, half a description would take the whole one's place, and an empty cell changes nothing. */
const whole = (text: string | undefined) => (text && text.length < maxWrittenChars ? text : null)
