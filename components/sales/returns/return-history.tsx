import { useLocale, useTranslations } from 'next-intl'
import { usePlatformWord } from '@/components/sales/dispatch/use-platform-word'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime } from '@/lib/core/dates'
import type { ReturnView } from '@/lib/sales/returns/views'

type ReturnHistoryProps = { back: ReturnView; timeZone: string }

export function ReturnHistory({ back, timeZone }: ReturnHistoryProps) {
  const t = useTranslations('returns.history')
  const language = useLocale()
  const word = usePlatformWord()
  const steps = [
    back.packed && { name: t('packed'), at: back.packed.at, by: back.packed.by },
    { name: t('opened'), at: back.openedAt, by: null },
    back.answeredAt && { name: t('answered'), at: back.answeredAt, by: back.answeredBy },
    back.platformAt && {
      name: t('platform', { status: back.platformStatus ? word(back.platformStatus) : '—' }),
      at: back.platformAt,
      by: null,
    },
    back.receivedAt && { name: t('received'), at: back.receivedAt, by: back.receivedBy },
  ].filter((step) => step !== null)
  steps.sort((a, b) => b.at.getTime() - a.at.getTime())
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-3" />
      <ol className="grid gap-3">
        {steps.map(({ name, at, by }) => (
          <li key={name}>
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-[13px] text-ink-3 tabular-nums">
              {[formatDateTime(at, language, timeZone), by].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
      {back.note && <p className="mt-3 border-t border-line pt-3 text-ink-2">{back.note}</p>}
    </Card>
  )
}
