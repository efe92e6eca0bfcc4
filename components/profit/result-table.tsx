import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Definition } from '@/components/ui/definition'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMonth, type DayRange } from '@/lib/dates'
import { formatAmount } from '@/lib/money'
import { resultLines, resultSums, type Result, type ResultLine, type ResultSum } from '@/lib/profit/result-lines'
import { rowsHref } from '@/lib/profit/rows-href'
import type { ResultView } from '@/lib/profit/views'

type Column = { key: string; label: string; result: Result; range: DayRange }
type Row = { key: ResultLine | ResultSum; isSum: boolean }

const rows: Row[] = resultLines.flatMap((line) => [
  { key: line, isSum: false },
  ...(Object.keys(resultSums) as ResultSum[])
    .filter((sum) => resultSums[sum] === line)
    .map((sum) => ({ key: sum, isSum: true })),
])
const amountOf = ({ lines, sums }: Result, { key }: Row) => ({ ...lines, ...sums })[key]

/** The statement: a column a month and their total, or the period beside the one before it. Every amount opens its rows. */
export function ResultTable({ view }: { view: ResultView }) {
  const t = useTranslations('result')
  const language = useLocale()
  const { filters, months, total, previous } = view
  const period: DayRange = { from: filters.from, to: filters.to }
  const columns: Column[] =
    months.length > 1
      ? [
          ...months.map(({ month, range, result }) => ({
            ...{ key: month, label: formatMonth(month, language), result, range },
          })),
          { key: 'total', label: t('total'), result: total, range: period },
        ]
      : [
          { key: 'period', label: t('period'), result: total, range: period },
          {
            ...{ key: 'previous', label: t('previous'), result: previous },
            range: { from: filters.previousFrom, to: filters.previousTo },
          },
        ]
  const shown = rows.filter((row) => row.isSum || columns.some(({ result }) => amountOf(result, row) !== 0n))
  return (
    <Card flush>
      <CardHeader title={t('statement')} description={t('currency')} className="px-4 pt-4 pb-2" />
      <Table label={t('statement')} sticky={false}>
        <Thead>
          <Th>{t('line')}</Th>
          {columns.map(({ key, label }) => (
            <Th key={key} numeric>
              {label}
            </Th>
          ))}
        </Thead>
        <Tbody>
          {shown.map((row) => (
            <Tr key={row.key} className={row.isSum ? 'bg-sunken/50' : undefined}>
              <Td primary className={classNames('whitespace-nowrap', !row.isSum && 'font-normal!')}>
                <span className="inline-flex items-center gap-1">
                  {t(`lines.${row.key}`)}
                  <Definition label={t('how', { line: t(`lines.${row.key}`) })}>
                    {t(`definitions.${row.key}`)}
                  </Definition>
                </span>
              </Td>
              {columns.map(({ key, label, result, range }) => {
                const cents = amountOf(result, row)
                const href = row.isSum || cents === 0n ? null : rowsHref(row.key as ResultLine, range, filters)
                return (
                  <Td key={key} numeric label={label} className={row.isSum ? 'font-semibold' : undefined}>
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
