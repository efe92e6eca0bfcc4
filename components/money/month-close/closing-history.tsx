import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import type { ClosingView } from '@/lib/money/month-close/views'

/** Each time the month was closed and opened again, with the code that its figures can be checked by. */
export function ClosingHistory({ closings, timeZone }: { closings: ClosingView[]; timeZone: string }) {
  const t = useTranslations('monthClose.history')
  const language = useLocale()
  if (closings.length === 0) return null
  const at = (moment: Date) => formatDateTime(moment, language, timeZone)
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ol className="grid gap-3">
        {closings.toReversed().map((closing) => {
          const { nth, closedAt, closedBy, reopenedAt, reopenedBy, hash, isWhole, note } = closing
          const reason = closing.reopenReason ?? ''
          return (
            <li key={nth} className="min-w-0 border-b border-line pb-3 last:border-0 last:pb-0">
              <p className="font-medium">
                {closedBy ? t('closed', { at: at(closedAt), name: closedBy }) : t('closedNobody', { at: at(closedAt) })}
              </p>
              {note && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{note}</p>}
              {reopenedAt && (
                <p className="wrap-anywhere text-ink-2">
                  {reopenedBy
                    ? t('reopened', { at: at(reopenedAt), name: reopenedBy, reason })
                    : t('reopenedNobody', { at: at(reopenedAt), reason })}
                </p>
              )}
              <p className="mt-1 text-[13px] text-ink-3">{t('hash')}</p>
              <p className="font-mono text-xs wrap-anywhere">{hash}</p>
              <Badge tone={isWhole ? 'good' : 'bad'} className="mt-1">
                {t(isWhole ? 'whole' : 'broken')}
              </Badge>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
