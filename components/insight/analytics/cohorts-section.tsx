import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { AnalyticsSections } from '@/lib/insight/analytics/views'
import { formatMonth } from '@/lib/core/dates'
import { locales } from '@/lib/core/language'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'

type Props = { section: AnalyticsSections['cohorts'] }

const strongest = 45
/** The scale ends where few shops get to: a quarter of a month's buyers back in a later one. */
const fullRate = 0.25

const shade = (rate: number) =>
  `color-mix(in oklab, var(--accent-text) ${Math.round(Math.min(1, rate / fullRate) * strongest)}%, var(--surface))`

export function CohortsSection({ section: { cohorts, last, isCounting, leftOut } }: Props) {
  const t = useTranslations('analytics.cohorts')
  const language = useLocale()
  const missing = leftOut.length > 0 && (
    <p role="note" className="mx-4 mb-3 rounded-control bg-warn-soft px-3 py-2 text-[13px] text-warn">
      {t('leftOut', {
        months: new Intl.ListFormat(locales[language]).format(leftOut.map((month) => formatMonth(month, language))),
      })}
    </p>
  )
  if (cohorts.buyers === 0n)
    return (
      <>
        {missing}
        <EmptyState kind="none" title={t('none')} text={t('noneText')} className="py-16" />
      </>
    )
  const rows = cohorts.rows.filter(({ buyers }) => buyers > 0n)
  const offsets = cohorts.average.map((_, offset) => offset).slice(1)
  const rate = (value: number) => formatPercent(value, language)
  return (
    <Card flush>
      <CardHeader title={t('title')} description={t('description')} className="p-4 pb-3" />
      {isCounting && (
        <p role="note" className="mx-4 mb-3 rounded-control bg-warn-soft px-3 py-2 text-[13px] text-warn">
          {t('counting')}
        </p>
      )}
      {missing}
      <div className="relative overflow-x-auto px-4 pb-3" tabIndex={0} role="region" aria-label={t('title')}>
        <table className="w-full min-w-[820px] border-separate border-spacing-0.5 text-xs tabular-nums">
          <caption className="sr-only">{t('caption')}</caption>
          <thead>
            <tr className="text-ink-3">
              <th scope="col" className="sticky left-0 z-1 bg-surface py-1 pr-2 text-left font-medium">
                {t('first')}
              </th>
              <th scope="col" className="py-1 pr-2 text-right font-medium">
                {t('buyers')}
              </th>
              {offsets.map((offset) => (
                <th key={offset} scope="col" className="px-1.5 py-1 font-medium whitespace-nowrap">
                  {t('after', { months: offset })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ firstMonth, buyers, cells }) => (
              <tr key={firstMonth}>
                <th
                  scope="row"
                  className="sticky left-0 z-1 bg-surface pr-2 text-left font-medium whitespace-nowrap text-ink-2"
                >
                  {formatMonth(firstMonth, language)}
                </th>
                <td className="pr-2 text-right font-semibold">{formatNumber(buyers, language)}</td>
                {cells.slice(1).map((cell, index) => (
                  <td
                    key={index}
                    className="h-10 min-w-14 rounded-[4px] px-1 text-center"
                    style={cell ? { background: shade(cell.rate) } : undefined}
                  >
                    {cell && (
                      <>
                        <span className="block leading-4">{rate(cell.rate)}</span>
                        <span className="block text-[11px] leading-3.5 whitespace-nowrap">
                          {t('came', { count: Number(cell.buyers) })}
                        </span>
                        <span className="sr-only">{formatMoney(cell.revenueCents, language)}</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="sticky left-0 z-1 bg-surface py-1.5 pr-2 text-left">
                {t('average')}
              </th>
              <td className="pr-2 text-right">{formatNumber(cohorts.buyers, language)}</td>
              {cohorts.average.slice(1).map((value, index) => (
                <td key={index} className="text-center">
                  {value === null ? '' : rate(value)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="border-t border-line px-4 py-3 text-xs text-ink-3">
        {t('note', { month: formatMonth(last, language) })}
      </p>
    </Card>
  )
}
