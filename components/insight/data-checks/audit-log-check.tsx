import { useLocale, useTranslations } from 'next-intl'
import { formatDateTime } from '@/lib/core/dates'
import type { AuditHealthView } from '@/lib/insight/data-checks/views'

type AuditLogCheckProps = { auditLog: NonNullable<AuditHealthView['auditLog']>; timeZone: string }

/** How much of the trail the last run read, and since when each entry was. */
export function AuditLogCheck({ auditLog: { verified, chained, wholeSince, at }, timeZone }: AuditLogCheckProps) {
  const t = useTranslations('healthChecks.trail')
  const language = useLocale()
  const when = (moment: Date) => formatDateTime(moment, language, timeZone)
  return (
    <>
      {t('read', { verified, chained, at: when(at) })}{' '}
      {wholeSince === null ? t('goesOn') : t('whole', { since: when(new Date(wholeSince)) })}
    </>
  )
}
