import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { absolute } from '@/lib/core/big-int'
import { formatMoney } from '@/lib/core/money'
import type { OrderProfit } from '@/lib/money/profit/order-profit'
import type { OrderView } from '@/lib/sales/orders/views'

type Details = NonNullable<OrderView['feeDetails']>
type Rows = Pick<OrderProfit['rows'][number], 'kind' | 'cents' | 'source'>[]

/** The fees in the platform's reports, in its own words, and whether they are what the payout took. */
export function OrderFeeDetails({ details, rows }: { details: Details; rows: Rows }) {
  const t = useTranslations('orderProfit.reports')
  const language = useLocale()
  const money = (cents: bigint) => formatMoney(absolute(cents), language)
  const reports = (['service_fees', 'affiliates', 'freight'] as const).flatMap((report) => {
    const fees = details.filter((fee) => fee.report === report)
    return fees.length > 0 ? [{ report, fees, ...sumsOf(fees, rows) }] : []
  })
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <dl className="mt-2 grid gap-1">
        {reports.map(({ report, fees, sum, charged }) => (
          <div key={report} className="grid gap-1">
            {joinAlike(fees).map(({ key, name, amountCents, state, count }) => (
              <div key={key} className="flex items-baseline justify-between gap-4">
                <dt className="min-w-0 wrap-anywhere text-ink-2">
                  {name}
                  <span className="block text-[13px] text-ink-3">
                    {[t(report), state, count > 1 && t('items', { count })].filter(Boolean).join(' · ')}
                  </span>
                </dt>
                <dd className="money">{formatMoney(amountCents, language)}</dd>
              </div>
            ))}
            {report !== 'freight' && (
              <p className="text-[13px] text-ink-2">
                {t(howCharged(sum, charged), { sum: money(sum), charged: money(charged ?? 0n) })}
              </p>
            )}
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Without a line of it the payout says nothing of the fee: that is no fee of zero. */
function howCharged(sum: bigint, charged: bigint | null) {
  if (charged === null) return 'open'
  if (charged === absolute(sum)) return 'inside'
  return charged === 0n ? 'absent' : 'outside'
}

/** A report has a row of each item: those that say the same are one line. */
function joinAlike(fees: Details) {
  const joined = new Map<string, Details[number] & { count: number }>()
  for (const fee of fees) {
    const place = `${fee.name} ${fee.state}`
    const before = joined.get(place)
    joined.set(place, {
      ...(before ?? fee),
      amountCents: (before?.amountCents ?? 0n) + fee.amountCents,
      count: (before?.count ?? 0) + 1,
    })
  }
  return [...joined.values()]
}

/** Charged: null while the platform has stated no payout. A transaction's fee may be a line of its own beside the service fee. */
function sumsOf(fees: Details, rows: Rows): { sum: bigint; charged: bigint | null } {
  const sum = fees.reduce((all, { amountCents }) => all + amountCents, 0n)
  const stated = rows.filter(({ source }) => source === 'income' || source === 'api')
  if (stated.length === 0) return { sum, charged: null }
  const kinds = fees[0]!.report === 'affiliates' ? ['affiliate'] : ['service']
  const charged = stated.reduce((all, { kind, cents }) => (kinds.includes(kind) ? all - cents : all), 0n)
  const isBeside = stated.some(({ kind, cents }) => kind === 'other' && charged - cents === absolute(sum))
  return { sum, charged: isBeside && kinds.includes('service') ? absolute(sum) : charged }
}
