import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { LineChart } from '@/components/ui/chart/line-chart'
import { MetricCard } from '@/components/ui/metric-card'
import { formatDay, formatDayShort } from '@/lib/core/dates'
import { formatMoney, formatMoneyShort } from '@/lib/core/money'
import { dueExpensesHref } from '@/lib/money/payouts/expenses-href'
import { payoutsHref } from '@/lib/money/payouts/filters'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import type { PayoutsView } from '@/lib/money/payouts/views'

/** The sums of the days ahead and the line of what is left on each. */
export function CashCard({ view }: { view: PayoutsView }) {
  const t = useTranslations('shopeeMoney.cash')
  const language = useLocale()
  const { cash, filters, range, today } = view
  const sum = (of: (day: (typeof cash.days)[number]) => bigint) => cash.days.reduce((all, day) => all + of(day), 0n)
  const unknown = sum((day) => day.unknown)
  const estimated = sum((day) => day.estimatedCents)
  const left = cash.days.at(-1)?.leftCents ?? null
  const money = (cents: bigint | null) => (cents === null ? null : formatMoney(cents, language))
  return (
    <>
      <div className="mb-4 grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
        <MetricCard
          label={t('start')}
          value={money(cash.startCents)}
          definition={t('startHow')}
          href={moneyTabs.wallet.path}
          note={
            cash.startCents !== null && cash.unknown.length > 0
              ? t('without', { shops: cash.unknown.join(', ') })
              : undefined
          }
        />
        <MetricCard
          label={t('in', { days: filters.days })}
          value={money(sum(({ inCents }) => inCents))}
          definition={t('inHow')}
          href={`${payoutsHref(filters, { due: 'within' })}#orders`}
          note={
            [
              estimated !== 0n && t('estimated', { amount: formatMoney(estimated, language) }),
              unknown > 0n && t('unknown', { count: Number(unknown) }),
            ]
              .filter(Boolean)
              .join(' · ') || undefined
          }
        />
        <MetricCard
          label={t('out', { days: filters.days })}
          value={money(sum(({ outCents }) => outCents))}
          definition={t('outHow')}
          href={dueExpensesHref({ to: range.to, shop: filters.shop, today })}
          note={
            cash.overdue.count > 0n ? t('overdue', { amount: formatMoney(cash.overdue.cents, language) }) : undefined
          }
        />
        <MetricCard
          label={t('left', { day: formatDayShort(range.to, language) })}
          value={money(left)}
          definition={t('leftHow')}
        />
      </div>
      {cash.startCents !== null && (
        <Card className="mb-4">
          <CardHeader title={t('chart')} description={t('chartText')} className="mb-4" />
          <LineChart
            label={t('chart')}
            names={{ x: t('day'), current: t('leftShort') }}
            formatTick={(value) => formatMoneyShort(BigInt(Math.round(value)), language)}
            points={cash.days.map(({ day, leftCents }) => ({
              label: formatDayShort(day, language),
              title: formatDay(day, language),
              value: leftCents === null ? null : Number(leftCents),
              valueText: leftCents === null ? '' : formatMoney(leftCents, language),
            }))}
          />
        </Card>
      )}
    </>
  )
}
