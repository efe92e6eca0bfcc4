import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { formatDay, formatDayShort, type Day } from '@/lib/core/dates'

export function DueBadge({ dueOn, today }: { dueOn: Day | null; today: Day }) {
  const t = useTranslations('productivity')
  const language = useLocale()
  if (!dueOn) return null
  const tone = dueOn < today ? 'bad' : dueOn === today ? 'warn' : 'neutral'
  const day = dueOn.slice(0, 4) === today.slice(0, 4) ? formatDayShort(dueOn, language) : formatDay(dueOn, language)
  return (
    <Badge tone={tone}>
      {dueOn === today ? t('board.dueToday') : dueOn < today ? t('board.dueLate', { day }) : t('board.dueBy', { day })}
    </Badge>
  )
}
