'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { HistoryLink } from '@/components/insight/audit-log/history-link'
import { Drawer } from '@/components/ui/dialog'
import { formatDateTime } from '@/lib/core/dates'
import type { ListingHistory } from '@/lib/catalog/mapping/views'
import { fetchAnswer } from './fetch-answer'

type Plain = (Omit<ListingHistory[number], 'fromAt' | 'toAt'> & { fromAt: string; toAt: string | null })[]
type Props = { open: boolean; onClose: () => void; listingId: string; name: string; timeZone: string }

export function HistoryDrawer({ open, onClose, listingId, name, timeZone }: Props) {
  const t = useTranslations('mapping.past')
  const language = useLocale()
  const { data, isError } = useQuery({
    queryKey: ['mapping-history', listingId],
    queryFn: () => fetchAnswer<Plain>(`/api/mapping/history?listing=${listingId}`),
    enabled: open,
    staleTime: 0,
  })
  const at = (instant: string) => formatDateTime(new Date(instant), language, timeZone)
  return (
    <Drawer open={open} onClose={onClose} title={t('title')} description={name}>
      <HistoryLink kind="listing" id={listingId} />
      {isError && <p role="alert">{t('failed')}</p>}
      {!data && !isError && <p className="text-ink-2">{t('loading')}</p>}
      {data?.length === 0 && <p className="text-ink-2">{t('none')}</p>}
      <ol className="divide-y divide-line">
        {data?.map((row) => (
          <li key={row.id} className="py-3">
            <p className="font-medium">{row.title}</p>
            <p className="text-[13px] text-ink-3">{t('units', { sku: row.sku, count: row.quantity })}</p>
            <p className="mt-1 text-[13px] text-ink-2">
              {row.toAt
                ? t('between', { from: at(row.fromAt), to: at(row.toAt) })
                : t('since', { from: at(row.fromAt) })}
            </p>
            <p className="text-[13px] text-ink-2">
              {row.byName ? t('by', { how: t(`how.${row.how}`), name: row.byName }) : t(`how.${row.how}`)}
            </p>
          </li>
        ))}
      </ol>
    </Drawer>
  )
}
