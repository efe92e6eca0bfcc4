import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { formatDay, type Day } from '@/lib/dates'

export function DueBadge({ dueOn, today }: { dueOn: Day | null; today: Day }) {
  const t = useTranslations('productivity')
  const language = useLocale()
  if (!dueOn) return null
  const tone = dueOn < today ? 'bad' : dueOn === today ? 'warn' : 'neutral'
  return <Badge tone={tone}>{dueOn === today ? t('board.dueToday') : formatDay(dueOn, language)}</Badge>
}
