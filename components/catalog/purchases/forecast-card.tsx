import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { daysBetween, formatDay, formatDayShort } from '@/lib/core/dates'
import { formatNumber, formatPercent } from '@/lib/core/money'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { suggestionHref } from '@/lib/catalog/purchases/filters'
import { isTooLittle, lastMonthShare, missedShare } from '@/lib/catalog/forecast/tested'
import { getProductForecastFor, type ProductForecast } from '@/lib/catalog/purchases/product-forecast'
import { LeadSource } from './lead-source'

/** Until when the stock of a product lasts, as far as the role sees its sales. */
export async function ProductForecastCard({ member, id, sku }: { member: Member; id: string; sku: string }) {
  const forecast = await getProductForecastFor(member, id)
  if (!forecast) return null
  const mayBuy = can(member.role, 'sheet.import') && can(member.role, 'money.read')
  return <ForecastCard forecast={forecast} href={mayBuy ? suggestionHref(noFilters, { q: sku, all: true }) : null} />
}

const noFilters = { q: '', days: null, cover: null, supplier: null, all: false, after: null, before: null }

export function ForecastCard({ forecast, href }: { forecast: ProductForecast; href: string | null }) {
  const t = useTranslations('purchases.forecast.card')
  const language = useLocale()
  const { row, error, today } = forecast
  const small = 'block text-xs font-normal text-ink-3'
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={t('text', { days: forecast.salesDays })}
        actions={
          href && (
            <Link href={href} className="text-[13px] font-semibold text-accent-text no-underline hover:underline">
              {t('open')}
            </Link>
          )
        }
        className="mb-3"
      />
      {isTooLittle(row) ? (
        <p className="text-[13px] text-ink-2">{t('little', { sold: row.sold, days: row.days })}</p>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
            <Figure name={t('lasts')}>
              <RunsOut forecast={forecast} />
            </Figure>
            <Figure name={t('orderBy')}>
              {forecast.orderBy === null ? (
                '—'
              ) : forecast.orderBy <= today ? (
                <span className="text-warn">{t('orderNow')}</span>
              ) : (
                formatDay(forecast.orderBy, language)
              )}
              <span className={small}>{t('leadHow', { days: row.leadDays })}</span>
              <span className={small}>
                <LeadSource row={row} isLinked={href !== null} />
              </span>
              {row.onOrder > 0 && <span className={small}>{t('onOrder', { units: row.onOrder })}</span>}
            </Figure>
            <Figure name={t('expected')}>
              {formatNumber(Math.round(row.expected), language)}
              <span className={small}>{t('expectedHow', { days: row.leadDays + row.coverDays })}</span>
            </Figure>
          </dl>
          <p className="mt-3 border-t border-line pt-3 text-xs text-ink-3">
            {error
              ? t('error', {
                  months: error.months,
                  ours: formatPercent(missedShare(error), language, { fractionDigits: 0 }),
                  naive: formatPercent(lastMonthShare(error), language, { fractionDigits: 0 }),
                })
              : t('noError')}
          </p>
        </>
      )}
    </Card>
  )
}

function RunsOut({ forecast: { row, runsOutOn, earliestOn, latestOn, today } }: { forecast: ProductForecast }) {
  const t = useTranslations('purchases.forecast.card')
  const language = useLocale()
  const small = 'block text-xs font-normal text-ink-3'
  if (row.available <= 0) return <span className="text-bad">{t('out')}</span>
  if (runsOutOn === null) return t('longer')
  return (
    <>
      {t('days', { days: daysBetween(today, runsOutOn) })}
      <span className={small}>{formatDay(runsOutOn, language)}</span>
      {earliestOn && (
        <span className={small}>
          {latestOn
            ? t('range', { from: formatDayShort(earliestOn, language), to: formatDayShort(latestOn, language) })
            : t('rangeFrom', { from: formatDayShort(earliestOn, language) })}
        </span>
      )}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[13px] text-ink-2">{name}</dt>
      <dd className="text-lg leading-6 font-title tabular-nums">{children}</dd>
    </div>
  )
}
