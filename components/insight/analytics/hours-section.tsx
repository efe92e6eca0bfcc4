import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { analyticsHref, hourFigures } from '@/lib/sales/sales-figures/analysis-filters'
import { heatLevels, type HeatCell } from '@/lib/sales/sales-figures/heat-map'
import type { AnalyticsSections, AnalyticsView } from '@/lib/insight/analytics/views'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import type { Language } from '@/lib/core/language'
import { formatMoney, formatMoneyShort, formatNumber } from '@/lib/core/money'
import { ChoiceLinks } from './parts'

type Props = { view: AnalyticsView; section: AnalyticsSections['hours']; zone: string }

/** From zero to the most. Each cell has its number too, so that colour is never the only sign. */
const levels = [
  'text-ink-3',
  'bg-[color-mix(in_oklab,var(--accent-text)_10%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent-text)_22%,var(--surface))]',
  'bg-[color-mix(in_oklab,var(--accent-text)_36%,var(--surface))]',
  'bg-accent-text text-surface font-semibold',
  'bg-ink text-surface font-semibold',
]
const two = (hour: number) => String(hour).padStart(2, '0')

export function HoursSection({ view, section: { map }, zone }: Props) {
  const t = useTranslations('analytics')
  const language = useLocale()
  const { filters } = view
  const isMoney = filters.figure === 'gross'
  const whole = (value: bigint) => (isMoney ? formatMoney(value, language) : formatNumber(value, language))
  const short = (value: bigint) => (isMoney ? inReais(value, language) : formatNumber(value, language))
  const figures = hourFigures.map((figure) => ({
    href: analyticsHref(filters, { figure }),
    label: t(`hours.figures.${figure}`),
    active: filters.figure === figure,
  }))
  return (
    <>
      <div className="mb-4">
        <ChoiceLinks label={t('hours.figure')} choices={figures} />
      </div>
      {map.total === 0n ? (
        <EmptyState kind="none" title={t('empty.title')} text={t('empty.text')} className="py-16" />
      ) : (
        <Card flush>
          <CardHeader
            title={isMoney ? t('hours.titleMoney') : t('hours.title')}
            description={
              map.busiest &&
              t('hours.busiest', {
                weekday: t(`hours.weekdays.${map.busiest.weekday}` as 'hours.weekdays.1'),
                hour: map.busiest.hour,
                value: whole(map.busiest.value),
              })
            }
            actions={<Scale />}
            className="p-4 pb-3"
          />
          <div className="relative overflow-x-auto px-4 pb-3" tabIndex={0} role="region" aria-label={t('hours.title')}>
            <table className="w-full min-w-[860px] border-separate border-spacing-0.5 text-[11px] tabular-nums">
              <caption className="sr-only">{t('hours.caption', { zone })}</caption>
              <thead>
                <tr className="text-ink-3">
                  <th scope="col" className="sticky left-0 z-1 bg-surface py-1 pr-2 text-left font-medium">
                    {t('hours.weekday')}
                  </th>
                  {map.byHour.map((_, hour) => (
                    <th key={hour} scope="col" className="py-1 font-medium">
                      {two(hour)}
                      <span className="sr-only"> {t('hours.oclock')}</span>
                    </th>
                  ))}
                  <th scope="col" className="py-1 pl-2 text-right font-medium">
                    {t('hours.total')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {map.rows.map(({ weekday, days, cells, total }) => (
                  <tr key={weekday}>
                    <th
                      scope="row"
                      className="sticky left-0 z-1 bg-surface pr-2 text-left font-medium whitespace-nowrap text-ink-2"
                    >
                      {t(`hours.weekdays.${weekday}` as 'hours.weekdays.1')}
                      <span className="block font-normal text-ink-3">{t('hours.days', { count: days })}</span>
                    </th>
                    {cells.map((cell) => (
                      <Cell key={cell.hour} cell={cell} text={short(cell.value)} />
                    ))}
                    <td className="money pl-2 text-right font-semibold">{short(total)}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr className="text-ink-2">
                  <th scope="row" className="sticky left-0 z-1 bg-surface pr-2 text-left font-medium">
                    {t('hours.total')}
                  </th>
                  {map.byHour.map((value, hour) => (
                    <td key={hour} className="money py-1 text-center">
                      {value > 0n ? short(value) : ''}
                    </td>
                  ))}
                  <td className="money pl-2 text-right font-semibold">{short(map.total)}</td>
                </tr>
              </tfoot>
            </table>
          </div>
          <p className="border-t border-line px-4 py-3 text-xs text-ink-3">
            {t('hours.note', { zone })}{' '}
            <Link href={ordersHref(filters, { valid: true })} className="text-accent-text underline underline-offset-2">
              {t('hours.orders')}
            </Link>
          </p>
        </Card>
      )}
    </>
  )
}

/** Whole reais, from ten thousand on in short; the table says once that they are reais. */
function inReais(cents: bigint, language: Language): string {
  if (cents >= 1_000_000n) return formatMoneyShort(cents, language).replace(/^R\$\s*/, '')
  return formatNumber((cents + 50n) / 100n, language)
}

const nothing = '·'

function Cell({ cell, text }: { cell: HeatCell; text: string }) {
  return (
    <td
      data-level={cell.level}
      className={classNames('h-9 min-w-7 rounded-[4px] px-0.5 text-center whitespace-nowrap', levels[cell.level])}
    >
      {cell.value > 0n ? text : <span aria-hidden>{nothing}</span>}
    </td>
  )
}

function Scale() {
  const t = useTranslations('analytics.hours')
  return (
    <span aria-hidden className="flex items-center gap-1.5 text-xs text-ink-3">
      {t('less')}
      <span className="flex gap-0.5">
        {Array.from({ length: heatLevels }, (_, index) => (
          <span key={index} className={classNames('size-3.5 rounded-[3px] border border-line', levels[index + 1])} />
        ))}
      </span>
      {t('more')}
    </span>
  )
}
