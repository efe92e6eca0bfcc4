import 'server-only'
import { formatDay, formatMonth } from '@/lib/core/dates'
import { writeSheet } from '@/lib/core/exports/file-formats'
import type { Heading, Value } from '@/lib/core/exports/list-kind'
import { translatorOf } from '@/lib/core/i18n/translator'
import type { ExportFormat } from '@/lib/core/exports/schema'
import type { Language } from '@/lib/core/language'
import { formatAmount } from '@/lib/core/money'
import { moneyBases } from './result-lines'
import { shareInPoints } from './shares'
import { amountOf, basesOf, columnsOf, isMissing, rowName, rowsOf, type StatementRow } from './statement'
import type { ResultView } from './views'

type Reader = { company: string; language: Language; timeZone: string }

/** The statement as it stands on the screen, numbers as numbers; below it whose it is and how much of it is known. */
export function writeResultSheet(view: ResultView, format: ExportFormat, { company, language, timeZone }: Reader) {
  const t = translatorOf(language)
  const columns = columnsOf(view)
  const money = columns.map((column): Heading => {
    const title = column.kind === 'month' ? formatMonth(column.month, language) : t(`result.${column.kind}`)
    return { title, type: 'money', width: 16 }
  })
  const main = columns.length - 2
  // A worksheet shows 0.1 as 10 %; CSV has no formats, so there it is the percent itself.
  const asShare = (points: bigint | null) => (format === 'csv' || points === null ? points : Number(points) / 10_000)
  const { lines: of, grossCents, revenueWithCostCents } = view.total
  const share: Heading = { title: t('result.sheet.share'), type: 'ratio', width: 12 }
  const cells = (values: Value[], ratio: Value, basis: Value = null): Value[] => [
    ...values.slice(0, main + 1),
    ratio,
    ...values.slice(main + 1),
    basis,
  ]
  const headings: Heading[] = [
    { title: t('result.sheet.line'), type: 'text', width: 36 },
    ...money.slice(0, main + 1),
    share,
    ...money.slice(main + 1),
    { title: t('result.sheet.basis'), type: 'text', width: 44 },
  ]
  const basisText = (row: StatementRow) => {
    const parts = basesOf(view.total, row).map(({ basis, cents }) => {
      const name = t(`result.bases.${basis}`)
      return { name, whole: `${name} ${formatAmount(cents, language)}` }
    })
    return parts.length === 1 ? parts[0]!.name : parts.map(({ whole }) => whole).join(' · ') || null
  }
  const lines = rowsOf(columns).map((row): Value[] => {
    const values = columns.map(({ result }) => (isMissing(result, row) ? null : amountOf(result, row)))
    const whole = values[main] ?? null
    return [
      row.partOf ? `${t(`result.lines.${row.partOf}`)}: ${t(rowName(row))}` : t(rowName(row)),
      ...cells(values, whole === null ? null : asShare(shareInPoints(whole, of.revenue)), basisText(row)),
    ]
  })
  const bases = moneyBases.map((basis): Value[] => [
    t(`result.sheet.fees.${basis}`),
    ...cells(
      columns.map(({ result }) => result.byBasis.fees[basis]),
      null,
    ),
  ])
  const { entity, from, to } = view.filters
  const named = view.entities.find(({ id }) => id === entity)?.name ?? t('result.allEntities')
  const coverage = asShare(shareInPoints(revenueWithCostCents, grossCents))
  const empty = headings.map(() => null)
  const about = (name: string, value: Value) => [name, value, ...empty.slice(2)]
  const rows: Value[][] = [
    ...lines,
    empty,
    ...bases,
    [
      t('result.sheet.coverage'),
      ...cells(
        columns.map(() => null),
        coverage,
      ),
    ],
    empty,
    about(t('result.sheet.company'), company),
    about(t('result.sheet.entity'), named),
    about(t('result.period'), `${formatDay(from, language)} – ${formatDay(to, language)}`),
  ]
  return writeSheet[format]({ name: t('result.sheet.name'), headings, batches: once(rows), language, timeZone })
}

async function* once(rows: Value[][]) {
  yield rows
}

/** Says what it holds, and of which days. */
export const sheetName = ({ filters }: ResultView, format: ExportFormat, language: Language) =>
  `${translatorOf(language)('result.sheet.file')}-${filters.from}-${filters.to}.${format}`
