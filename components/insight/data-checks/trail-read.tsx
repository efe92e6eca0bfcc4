import { useLocale, useTranslations } from 'next-intl'
import { formatDateTime } from '@/lib/core/dates'
import type { AuditHealthView } from '@/lib/insight/data-checks/views'

type TrailReadProps = { trail: NonNullable<AuditHealthView['trail']>; timeZone: string }

/** How much of the trail the last run read, and since when each entry was. */
export function TrailRead({ trail: { verified, sealed, wholeSince, at }, timeZone }: TrailReadProps) {
  const t = useTranslations('healthChecks.trail')
  const language = useLocale()
  const when = (moment: Date) => formatDateTime(moment, language, timeZone)
  return (
    <>
      {t('read', { verified, sealed, at: when(at) })}{' '}
      {wholeSince === null ? t('goesOn') : t('whole', { since: when(new Date(wholeSince)) })}
    </>
  )
}
