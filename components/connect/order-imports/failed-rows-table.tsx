import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { StagedProblem } from '@/lib/connect/order-imports/schema'

const shownRows = 100

type FailedRowsTableProps = { importId: string; rows: StagedProblem[]; total: number }

/** Every bad cell by row and place, with what is wrong about it; the file has all of them. */
export function FailedRowsTable({ importId, rows, total }: FailedRowsTableProps) {
  const t = useTranslations('imports')
  const shown = rows.slice(0, shownRows)
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-[13px] text-ink-2">
          {t('failed.shown', { count: shown.length, total, more: total > shown.length ? 'yes' : 'no' })}
        </p>
        <DownloadLink href={`/api/imports/${importId}/failed-rows`} className={buttonClass({})}>
          <ArrowDownTrayIcon aria-hidden />
          {t('failed.download')}
        </DownloadLink>
      </div>
      <Table label={t('tabs.failed')} sticky={false}>
        <Thead>
          <Th numeric>{t('failed.row')}</Th>
          <Th>{t('failed.order')}</Th>
          <Th>{t('failed.cell')}</Th>
          <Th>{t('failed.problem')}</Th>
          <Th>{t('failed.value')}</Th>
        </Thead>
        <Tbody>
          {shown.flatMap(({ row, orderCode, cells }) =>
            cells.map(({ cell, column, problem, value }) => (
              <Tr key={`${row} ${column} ${problem}`}>
                <Td label={t('failed.row')} numeric>
                  {row}
                </Td>
                <Td label={t('failed.order')} className="whitespace-nowrap">
                  {orderCode || '–'}
                </Td>
                <Td label={t('failed.cell')} className="whitespace-nowrap">
                  {cell || '–'}
                </Td>
                <Td label={t('failed.problem')}>
                  <span className="font-medium">{column}</span> {t(`reasons.${problem}`)}
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
