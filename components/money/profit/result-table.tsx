import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatMonth } from '@/lib/core/dates'
import { moneyFilesPath } from '@/lib/core/paths'
import { formatAmount } from '@/lib/core/money'
import { rowsHref } from '@/lib/money/profit/rows-href'
import {
  amountOf,
  basesOf,
  columnsOf,
  isMissing,
  rowName,
  rowsOf,
  type StatementColumn,
  type StatementRow,
} from '@/lib/money/profit/statement'
import type { ResultView } from '@/lib/money/profit/views'
import { ResultRows, type ResultCell, type ResultCells } from './result-rows'

/** The statement: a column a month and their total, or the period alone, beside the period before. An amount opens its rows. */
export function ResultTable({ view }: { view: ResultView }) {
  const t = useTranslations('result')
  const names = useTranslations()
  const language = useLocale()
  const { filters } = view
  const columns = columnsOf(view)
  const links: string[] = []
  const placeOf = (href: string) => {
    const at = links.indexOf(href)
    return at >= 0 ? at : links.push(href) - 1
  }
  const cellOf = ({ result, range }: StatementColumn, row: StatementRow): ResultCell => {
    // An unknown amount leads to its source; the sums after it are unknown too.
    if (isMissing(result, row)) {
      if (row.key === 'ads') return { missing: { text: t('noAdsReport'), href: moneyFilesPath } }
      return { missing: row.key === 'cost' ? { text: t('noCost'), href: '/dashboard/products' } : null }
    }
    const cents = amountOf(result, row)
    const href = cents === 0n ? null : rowsHref(row.partOf ?? row.key, range, filters)
    return { text: formatAmount(cents, language), ...(href && { link: placeOf(href) }) }
  }
  /** How well the line's total is known: by one word, or by how much of it each word says. */
  const basesText = (row: StatementRow) => {
    const parts = basesOf(view.total, row)
    return parts
      .map(({ basis, cents }) =>
        parts.length === 1 ? t(`bases.${basis}`) : `${t(`bases.${basis}`)} ${formatAmount(cents, language)}`,
      )
      .join(' · ')
  }
  const rows = rowsOf(columns).map((row): ResultCells => {
    const bases = row.isSum ? '' : basesText(row)
    return {
      key: row.key,
      name: names(rowName(row)),
      isSum: row.isSum,
      isPart: row.partOf !== undefined,
      ...(!row.partOf && {
        definition: { label: t('how', { line: t(`lines.${row.key}`) }), text: t(`definitions.${row.key}`) },
      }),
      ...(bases && { bases }),
      cells: columns.map((column) => cellOf(column, row)),
    }
  })
  return (
    <Card flush>
      <CardHeader title={t('statement')} description={t('currency')} className="px-4 pt-4 pb-2" />
      <ResultRows
        rows={rows}
        columns={columns.map((column) =>
          column.kind === 'month' ? formatMonth(column.month, language) : t(column.kind),
        )}
        links={links}
        labels={{ title: t('statement'), line: t('line') }}
      />
    </Card>
  )
}
