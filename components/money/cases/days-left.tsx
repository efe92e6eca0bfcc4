import { ClockIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { daysBetween, formatDay, type Day } from '@/lib/core/dates'

const soonDays = 7

/** The clock of a deadline: '6 dias', 'Vence hoje', 'Venceu em 20/11/2026'. */
export function DaysLeft({ until, today }: { until: Day; today: Day }) {
  const t = useTranslations('cases.days')
  const language = useLocale()
  const left = daysBetween(today, until)
  const day = formatDay(until, language)
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 font-medium whitespace-nowrap tabular-nums',
        left < 0 ? 'text-bad' : left <= soonDays ? 'text-warn' : 'text-ink',
      )}
    >
      <ClockIcon aria-hidden className="size-4 shrink-0" />
      {left < 0 ? t('over', { day }) : left === 0 ? t('today') : t('left', { count: left })}
    </span>
  )
}
