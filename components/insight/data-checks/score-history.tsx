import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { LineChart } from '@/components/ui/chart/line-chart'
import { formatDay, formatDayShort } from '@/lib/core/dates'
import type { DayScore } from '@/lib/insight/data-checks/queries'

/** One day alone is no line. */
const LEAST_DAYS = 2

export function ScoreHistory({ history }: { history: DayScore[] }) {
  const t = useTranslations('healthChecks.history')
  const language = useLocale()
  const points = history.map(({ day, score }) => ({
    label: formatDayShort(day, language),
    title: formatDay(day, language),
    value: score,
    valueText: String(score),
  }))
  return (
    <Card className="min-w-0">
      <CardHeader title={t('title')} description={t('description')} className="mb-3" />
      {points.length < LEAST_DAYS ? (
        <p className="text-[13px] text-ink-2">{t('none')}</p>
      ) : (
        <LineChart
          label={t('chart')}
          names={{ x: t('day'), current: t('score') }}
          points={points}
          formatTick={(tick) => String(Math.round(tick))}
        />
      )}
    </Card>
  )
}
