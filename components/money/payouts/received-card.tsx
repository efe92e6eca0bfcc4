import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { BarChart } from '@/components/ui/chart/bar-chart'
import { PeriodPicker } from '@/components/ui/period-picker'
import { formatDay, formatDayShort, listDays } from '@/lib/core/dates'
import { formatMoney, formatMoneyShort } from '@/lib/core/money'
import type { PayoutsView } from '@/lib/money/payouts/views'
import { movementsHref } from '@/lib/money/payouts/wallet-filters'

/** The platform's payouts for orders, day by day. */
export function ReceivedCard({ view: { filters, received, today } }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.received')
  const language = useLocale()
  const { from, to } = filters.received
  const byDay = new Map(received.days.map((day) => [day.day, day]))
  const total = received.days.reduce((sum, { cents }) => sum + cents, 0n)
  const early = received.days.reduce((sum, { earlyCents }) => sum + earlyCents, 0n)
  const money = (cents: bigint) => formatMoney(cents, language)
  return (
    <Card className="mb-4">
      <CardHeader
        title={t('title')}
        description={t('text')}
        actions={<PeriodPicker today={today} fallback="30d" />}
        className="mb-3"
      />
      <p className="mb-4 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Link
          href={`${movementsHref({ kind: 'received', shop: filters.shop, from, to })}#ledger`}
          className="money text-[22px] leading-7 font-title text-ink"
        >
          {money(total)}
        </Link>
        {early !== 0n && <span className="text-[13px] text-ink-2">{t('early', { amount: money(early) })}</span>}
      </p>
      {received.withoutWallet.length > 0 && (
        <p className="mb-4 text-[13px] text-ink-2">
          {t('withoutWallet', { shops: received.withoutWallet.join(', ') })}
        </p>
      )}
      {received.days.length === 0 ? (
        <p className="py-6 text-center text-ink-2">{t('none')}</p>
      ) : (
        <BarChart
          label={t('title')}
          names={{ x: t('day'), current: t('amount') }}
          formatTick={(value) => formatMoneyShort(BigInt(Math.round(value)), language)}
          points={listDays({ from, to: to < today ? to : today }).map((day) => {
            const cents = byDay.get(day)?.cents ?? 0n
            return {
              label: formatDayShort(day, language),
              title: formatDay(day, language),
              value: Number(cents),
              valueText: money(cents),
            }
          })}
        />
      )}
    </Card>
  )
}
