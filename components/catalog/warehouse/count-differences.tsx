import { useLocale, useTranslations } from 'next-intl'
import { formatMoney, formatNumber } from '@/lib/core/money'
import type { CountSummary } from '@/lib/catalog/warehouse/count-queries'

/** The effect of booking the session, before or after. */
export function CountDifferences({ summary }: { summary: CountSummary }) {
  const t = useTranslations('counts.summary')
  const language = useLocale()
  const number = (value: bigint) => formatNumber(value, language)
  const { valueOverCents, valueShortCents, withoutCost } = summary
  const parts: [string, string, string?][] = [
    [t('counted'), t('of', { counted: number(summary.counted), lines: number(summary.lines) })],
    [t('different'), number(summary.different)],
    [t('over'), `+${number(summary.unitsOver)}`, 'text-good'],
    [t('short'), `−${number(summary.unitsShort)}`, 'text-bad'],
  ]
  if (valueOverCents !== undefined && valueShortCents !== undefined)
    parts.push([t('value'), formatMoney(valueOverCents - valueShortCents, language)])
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {parts.map(([name, value, tone]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-[13px] text-ink-2">{name}</dt>
            <dd className={`text-lg font-title tabular-nums ${tone ?? ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {withoutCost !== undefined && withoutCost > 0n && (
        <p className="mt-2 text-[13px] text-warn">{t('withoutCost', { count: Number(withoutCost) })}</p>
      )}
      <p className="mt-2 text-xs text-ink-3">{t('how')}</p>
    </>
  )
}
