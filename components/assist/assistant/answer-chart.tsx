'use client'

import { useLocale, useTranslations } from 'next-intl'
import { LineChart } from '@/components/ui/chart/line-chart'
import { formatDay, formatDayShort, formatMonth, type DayRange } from '@/lib/core/dates'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatMoneyShort, formatNumber, formatPercent } from '@/lib/core/money'
import type { SeriesPoint, Step, ToolAnswer, ToolSeries } from '@/lib/assist/tools/contract'
import { useSpan, useValue } from './tool-words'

/** Below R$10 the axis would repeat itself without cents. */
const needsCents = 1000

/** How a figure went, beside what it is compared with. Each of its steps leads to its rows from the table behind it. */
export function AnswerChart({ series, period }: { series: ToolSeries; period: ToolAnswer['asked']['period'] }) {
  const t = useTranslations('assistant.chart')
  const words = useTranslations('ui.metric')
  const figures = useTranslations('tools.figures')
  const language = useLocale()
  const value = useValue()
  const span = useSpan()
  const { name, unit, by, points, compared } = series
  const textOf = ({ value: known }: SeriesPoint) => (known === null ? words('none') : value(known, unit))
  const title = t(`title.${by}`, { name: figures(name) })
  const before = compared?.points ?? []
  const highest = Math.max(0, ...[...points, ...before].map((point) => Math.abs(Number(point.value ?? 0))))
  return (
    <section aria-label={title} className="border-t border-line px-4 pt-3 pb-4">
      <h4 className="mb-2 text-[13px] text-ink-2">{title}</h4>
      <LineChart
        label={title}
        names={{
          x: t(`x.${by}`),
          current: period ? span(period) : figures(name),
          ...(compared && { previous: span(compared.period) }),
        }}
        points={points.map((point, index) => ({
          label: by === 'month' ? formatMonth(point.from, language) : formatDayShort(point.from, language),
          title: titleOf(point, by, language),
          value: point.value === null ? null : Number(point.value),
          valueText: textOf(point),
          href: point.href,
          ...(before[index] && {
            previous: before[index].value === null ? null : Number(before[index].value),
            previousText: textOf(before[index]),
          }),
        }))}
        formatTick={(tick) => {
          if (unit === 'share') return formatPercent(tick, language, { fractionDigits: 0 })
          if (unit !== 'cents') return formatNumber(tick, language)
          return (highest < needsCents ? formatMoney : formatMoneyShort)(BigInt(Math.round(tick)), language)
        }}
      />
    </section>
  )
}

function titleOf({ from, to }: DayRange, by: Step, language: Language): string {
  if (by === 'month') return formatMonth(from, language)
  return from === to ? formatDay(from, language) : `${formatDayShort(from, language)} – ${formatDay(to, language)}`
}
