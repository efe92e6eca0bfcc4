import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay } from '@/lib/core/dates'
import type { FeesView } from '@/lib/money/fees/views'
import { BandsTable } from './bands-table'
import { TakeButton } from './take-button'

/** Rules that somebody edited stay as they are: that a newer table is published is said here. */
export function NewerTables({ view: { newer, canEdit } }: { view: FeesView }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  if (newer.length === 0) return null
  return (
    <Card flush>
      <CardHeader title={t('newer', { count: newer.length })} description={t('newerText')} className="p-4 pb-3" />
      <ul className="divide-y divide-line border-t border-line">
        {newer.map((table) => {
          const from = formatDay(table.fromDay, language)
          return (
            <li key={table.published} className="grid gap-2 p-4">
              <h3 className="font-semibold">{table.name}</h3>
              <p className="text-[13px] text-ink-2 tabular-nums">
                {table.toDay ? t('span', { from, to: formatDay(table.toDay, language) }) : t('since', { from })}
              </p>
              <details>
                <summary className="w-fit cursor-pointer text-[13px] font-medium text-accent-text">
                  {t('details')}
                </summary>
                <div className="mt-2">
                  <BandsTable label={table.name} bands={table.bands} proved={[]} />
                </div>
              </details>
              {canEdit && table.published && (
                <TakeButton table={{ key: table.published, name: table.name, fromDay: table.fromDay }} />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
