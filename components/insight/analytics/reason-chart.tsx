import { useLocale, useTranslations } from 'next-intl'
import { StackedBar, type StackTone } from '@/components/ui/chart/stacked-bar'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { shareOf } from './parts'

const tones: StackTone[] = ['accent', 'warn', 'accent-light', 'bad', 'accent-medium']

type Reason = { name: string; count: bigint }
type ReasonChartProps = {
  label: string
  /** The counted items. */
  counted: string
  reasons: Reason[]
}

/** The commonest reasons by name, all others as one; the table below it has them all. */
export function ReasonChart({ label, counted, reasons }: ReasonChartProps) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const byName = new Map<string, bigint>()
  for (const { name, count } of reasons) byName.set(name, (byName.get(name) ?? 0n) + count)
  const sorted = [...byName].toSorted(([, a], [, b]) => Number(b - a))
  const rest = sorted.slice(tones.length)
  const sum = (rows: [string, bigint][]) => rows.reduce((total, [, count]) => total + count, 0n)
  const parts: { name: string; count: bigint; tone: StackTone }[] = [
    ...sorted.slice(0, tones.length).map(([name, count], place) => ({ name, count, tone: tones[place]! })),
    ...(rest.length > 0
      ? [{ name: t('losses.rest', { count: rest.length }), count: sum(rest), tone: 'neutral' as const }]
      : []),
  ]
  const all = sum(sorted)
  return (
    <StackedBar
      label={label}
      names={{ name: t('columns.reason'), value: counted, share: t('columns.share') }}
      segments={parts.map(({ name, count, tone }) => ({
        key: name,
        label: name,
        tone,
        value: Number(count),
        valueText: formatNumber(count, language),
        shareText: formatPercent(shareOf(count, all), language),
      }))}
      className="px-4 pb-4"
    />
  )
}
