import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { NoData } from '@/components/ui/no-data'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
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
import type { Result } from '@/lib/money/profit/result-lines'
import type { ResultView } from '@/lib/money/profit/views'

/** The statement: a column a month and their total, or the period alone, beside the period before. An amount opens its rows. */
export function ResultTable({ view }: { view: ResultView }) {
  const t = useTranslations('result')
  const names = useTranslations()
  const language = useLocale()
  const { filters } = view
  const columns = columnsOf(view)
  const labelOf = (column: StatementColumn) =>
    column.kind === 'month' ? formatMonth(column.month, language) : t(column.kind)
  return (
    <Card flush>
      <CardHeader title={t('statement')} description={t('currency')} className="px-4 pt-4 pb-2" />
      <Table
        label={t('statement')}
        sticky={false}
        className="print:overflow-visible print:text-[9px] print:[&_td]:px-1! print:[&_td]:py-1! print:[&_th]:px-1! print:[&_th]:text-[9px]"
      >
        <Thead>
          <Th>{t('line')}</Th>
          {columns.map((column) => (
            <Th key={labelOf(column)} numeric>
              {labelOf(column)}
            </Th>
          ))}
        </Thead>
        <Tbody>
          {rowsOf(columns).map((row) => (
            <Tr key={row.key} className={row.isSum ? 'bg-sunken/50' : undefined}>
              <Td
                primary
                className={classNames(
                  'whitespace-nowrap',
                  !row.isSum && 'font-normal!',
                  row.partOf && 'pl-8! text-ink-2! print:pl-4!',
                )}
              >
                <span className="inline-flex items-center gap-1">
                  {names(rowName(row))}
                  {!row.partOf && (
                    <span className="print:hidden">
                      <Definition label={t('how', { line: t(`lines.${row.key}`) })}>
                        {t(`definitions.${row.key}`)}
                      </Definition>
                    </span>
                  )}
                </span>
                {!row.isSum && <Bases result={view.total} row={row} />}
              </Td>
              {columns.map((column) => {
                const cents = amountOf(column.result, row)
                const label = labelOf(column)
                if (isMissing(column.result, row))
                  return (
                    <Td key={label} numeric label={label}>
                      <Missing row={row} />
                    </Td>
                  )
                const href = cents === 0n ? null : rowsHref(row.partOf ?? row.key, column.range, filters)
                return (
                  <Td
                    key={label}
                    numeric
                    label={label}
                    className={row.isSum ? 'font-semibold' : row.partOf ? 'text-ink-2' : undefined}
                  >
                    {href ? (
                      <Link href={href} className="text-inherit no-underline hover:underline">
                        {formatAmount(cents, language)}
                      </Link>
                    ) : (
                      formatAmount(cents, language)
                    )}
                  </Td>
                )
              })}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}

/** An unknown amount leads to its source; the sums after it are unknown too. */
function Missing({ row }: { row: StatementRow }) {
  const t = useTranslations('result')
  if (row.key === 'ads') return <Link href={moneyFilesPath}>{t('noAdsReport')}</Link>
  if (row.key === 'cost') return <Link href="/dashboard/products">{t('noCost')}</Link>
  return <NoData />
}

/** How well the line's total is known: by one word, or by how much of it each word says. */
function Bases({ result, row }: { result: Result; row: StatementRow }) {
  const t = useTranslations('result.bases')
  const language = useLocale()
  const parts = basesOf(result, row)
  if (parts.length === 0) return null
  return (
    <span className="block text-xs whitespace-normal text-ink-3 print:text-[8px]">
      {parts
        .map(({ basis, cents }) => (parts.length === 1 ? t(basis) : `${t(basis)} ${formatAmount(cents, language)}`))
        .join(' · ')}
    </span>
  )
}
