import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { FailedRow } from '@/lib/connect/catalogue-sheets/schema'

const shownRows = 100
/** A bank statement names its fields by these, which say nothing to a seller. */
const statementTags = ['DTPOSTED', 'TRNAMT', 'TRNTYPE'] as const

type Problem = FailedRow['cells'][number]['problem']
type Refused<P extends Problem> = Pick<FailedRow['cells'][number], 'cell' | 'column' | 'value'> & { problem: P }
type FailedTableProps<P extends Problem> = {
  rows: (Pick<FailedRow, 'row' | 'key'> & { cells: Refused<P>[] })[]
  total: number
  /** The file of all of them. */
  href: string
  /** The name of a row's key; SKU or order by default. */
  keyLabel?: string
  /** Said of files that are corrected and sent again. */
  note?: string
  /** A kind of file's own words for a problem. */
  reasonOf?: (problem: P) => string
}

/** Every refused cell by row and column, with what is wrong about it; the file has all of them. */
export function FailedTable<P extends Problem>({ rows, total, href, keyLabel, note, reasonOf }: FailedTableProps<P>) {
  const t = useTranslations('sheets')
  const reason = reasonOf ?? ((problem: Problem) => t(`reasons.${problem}`))
  const key = keyLabel ?? t('failed.key')
  const shown = rows.slice(0, shownRows)
  const hasKeys = shown.some(({ key: known }) => known !== '')
  const hasCells = shown.some(({ cells }) => cells.some(({ cell }) => cell !== ''))
  const nameOf = (column: string) => {
    const tag = statementTags.find((one) => one === column)
    return tag ? t(`failed.tags.${tag}`) : column
  }
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div className="text-[13px] text-ink-2">
          <p>{t('failed.shown', { count: shown.length, total, more: total > shown.length ? 'yes' : 'no' })}</p>
          {note && <p>{note}</p>}
        </div>
        <DownloadLink href={href} className={buttonClass({})}>
          <ArrowDownTrayIcon aria-hidden />
          {t('failed.download')}
        </DownloadLink>
      </div>
      <Table label={t('tabs.failed')} sticky={false}>
        <Thead>
          <Th numeric>{t('failed.row')}</Th>
          {hasKeys && <Th>{key}</Th>}
          {hasCells && <Th>{t('failed.cell')}</Th>}
          <Th>{t('failed.problem')}</Th>
          <Th>{t('failed.value')}</Th>
        </Thead>
        <Tbody>
          {shown.flatMap(({ row, key: known, cells }) =>
            cells.map(({ cell, column, problem, value }) => (
              <Tr key={`${row} ${column} ${problem} ${value}`}>
                <Td label={t('failed.row')} numeric>
                  {row}
                </Td>
                {hasKeys && (
                  <Td label={key} className="break-all">
                    {known || '–'}
                  </Td>
                )}
                {hasCells && (
                  <Td label={t('failed.cell')} className="whitespace-nowrap">
                    {cell || '–'}
                  </Td>
                )}
                <Td label={t('failed.problem')}>
                  <span className="font-medium">{nameOf(column)}</span> {reason(problem)}
                </Td>
                <Td label={t('failed.value')} className="wrap-anywhere">
                  {value || '–'}
                </Td>
              </Tr>
            )),
          )}
        </Tbody>
      </Table>
    </Card>
  )
}
