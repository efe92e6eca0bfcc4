import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import type { Erasure } from '@/lib/insight/privacy/views'
import { BuyerSearch } from './buyer-search'

/** Where a company answers buyers who ask for their data, or to be forgotten. */
export function PrivacyScreen({ erasures, timeZone }: { erasures: Erasure[]; timeZone: string }) {
  const t = useTranslations('privacy.screen')
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CardHeader title={t('findTitle')} description={t('findText')} className="mb-3" />
        <BuyerSearch timeZone={timeZone} />
      </Card>
      <Card>
        <CardHeader title={t('doneTitle')} description={t('doneText')} className="mb-3" />
        <Erasures erasures={erasures} timeZone={timeZone} />
      </Card>
    </div>
  )
}

function Erasures({ erasures, timeZone }: { erasures: Erasure[]; timeZone: string }) {
  const t = useTranslations('privacy.screen')
  const language = useLocale()
  if (erasures.length === 0) return <p className="text-ink-2">{t('none')}</p>
  return (
    <ul className="divide-y divide-line">
      {erasures.map(({ id, erasedAt, by, orders }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span>{t('erasure', { count: orders, by: by ?? t('somebody') })}</span>
          <time dateTime={erasedAt.toISOString()} className="text-ink-2 tabular-nums">
            {formatDateTime(erasedAt, language, timeZone)}
          </time>
        </li>
      ))}
    </ul>
  )
}
