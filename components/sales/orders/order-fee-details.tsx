import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { formatMoney } from '@/lib/core/money'
import type { OrderView } from '@/lib/sales/orders/views'

/** The fees in the platform's reports, in its own words. */
export function OrderFeeDetails({ details }: { details: NonNullable<OrderView['feeDetails']> }) {
  const t = useTranslations('orderProfit.reports')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <dl className="mt-2 grid gap-1">
        {details.map(({ report, key, name, amountCents, state }) => (
          <div key={report + key} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0 wrap-anywhere text-ink-2">
              {name}
              <span className="block text-[13px] text-ink-3">{[t(report), state].filter(Boolean).join(' · ')}</span>
            </dt>
            <dd className="money">{formatMoney(amountCents, language)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
