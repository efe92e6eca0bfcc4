import { useTranslations } from 'next-intl'
import type { StagedProblem } from '@/lib/connect/order-imports/schema'
import { FailedTable } from './failed-table'

type FailedRowsTableProps = { importId: string; rows: StagedProblem[]; total: number }

/** The bad cells of an order report, in its own words. */
export function FailedRowsTable({ importId, rows, total }: FailedRowsTableProps) {
  const t = useTranslations('imports')
  return (
    <FailedTable
      href={`/api/imports/${importId}/failed-rows`}
      rows={rows.map(({ orderCode, ...row }) => ({ ...row, key: orderCode }))}
      total={total}
      keyLabel={t('failed.order')}
      reasonOf={(problem) => t(`reasons.${problem}`)}
    />
  )
}
