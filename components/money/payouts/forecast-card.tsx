import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { Definition } from '@/components/ui/definition'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDayShort } from '@/lib/core/dates'
import { formatAmount, formatPercent } from '@/lib/core/money'
import { divideHalfUp } from '@/lib/core/rounding'
import { payoutsHref, weekFilter } from '@/lib/money/payouts/filters'
import type { ForecastWeek, PayoutError } from '@/lib/money/payouts/payout-forecast'
import type { PayoutsView } from '@/lib/money/payouts/views'

/** The payouts week by week, of sales to come too, with a range and how far the last forecasts missed. */
export function ForecastCard({ view }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.forecast')
  const { forecast, spreads } = view
  return (
    <Card flush className="mb-4">
      <CardHeader
        title={
          <span className="inline-flex items-center gap-1.5">
            {t('title')}
            <Definition label={t('how')}>{t('means')}</Definition>
          </span>
        }
        description={forecast && t('text', { days: forecast.usualLag })}
        className="p-4"
      />
      {forecast ? (
        <>
          <Table label={t('title')} sticky={false}>
            <Thead>
              <Th>{t('week')}</Th>
              <Th numeric>{t('expected')}</Th>
              <Th numeric>{t('range')}</Th>
              <Th numeric>{t('sold')}</Th>
            </Thead>
            <Tbody>
              {forecast.weeks.map((week) => (
                <Week key={week.from} week={week} view={view} />
              ))}
            </Tbody>
          </Table>
          <div className="space-y-1 border-t border-line p-4 text-[13px] text-ink-2">
            <p>{forecast.error ? <Missed error={forecast.error} /> : t('noError')}</p>
            {spreads.map(({ name, earlyDays, lateDays }) => (
              <p key={name}>{t('spread', { shop: name, early: earlyDays, late: lateDays })}</p>
            ))}
          </div>
        </>
      ) : (
        <p className="border-t border-line px-4 py-6 text-center text-ink-2">{t('unknown')}</p>
      )}
    </Card>
  )
}

function Missed({ error: { tests, paidCents, missedCents, lastMonthMissedCents } }: { error: PayoutError }) {
  const t = useTranslations('shopeeMoney.forecast')
  const language = useLocale()
  const percent = (cents: bigint) => {
    const thousandths = divideHalfUp(cents * 1000n, paidCents)
    return formatPercent(Number(thousandths) / 1000, language)
  }
  return t('missed', { weeks: tests, ours: percent(missedCents), naive: percent(lastMonthMissedCents) })
}

function Week({ week, view: { cash, filters } }: { week: ForecastWeek; view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.forecast')
  const language = useLocale()
  const { from, to, cents, lowCents, highCents } = week
  const days = cash.days.filter(({ day }) => day >= from && day <= to)
  const orders = days.reduce((sum, day) => sum + day.orders, 0n)
  const soldCents = days.reduce((sum, day) => sum + day.inCents, 0n)
  return (
    <Tr>
      <Td primary>{`${formatDayShort(from, language)} – ${formatDayShort(to, language)}`}</Td>
      <Td numeric label={t('expected')} className="font-medium">
        {formatAmount(cents, language)}
      </Td>
      <Td numeric label={t('range')}>
        {lowCents === null || highCents === null
          ? t('noRange')
          : t('between', { low: formatAmount(lowCents, language), high: formatAmount(highCents, language) })}
      </Td>
      <Td numeric label={t('sold')}>
        {orders > 0n ? (
          <Link
            href={`${payoutsHref(filters, { due: weekFilter(week) })}#orders`}
            className="text-accent-text no-underline hover:underline"
          >
            {formatAmount(soldCents, language)}
          </Link>
        ) : (
          formatAmount(soldCents, language)
        )}
        <span className="block text-xs text-ink-3">{t('soldHow', { count: Number(orders) })}</span>
      </Td>
    </Tr>
  )
}
