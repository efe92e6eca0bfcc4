import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { PurchaseDetail } from '@/lib/catalog/purchases/purchase-queries'

const tones: Record<PurchaseDetail['payables'][number]['state'], Tone> = {
  pending: 'warn',
  paid: 'good',
  voided: 'neutral',
}

export function PayablesCard({ payables }: { payables: PurchaseDetail['payables'] }) {
  const t = useTranslations('purchases.detail')
  const language = useLocale()
  return (
    <Card>
      <CardHeader
        title={t('payables')}
        description={payables.length > 0 ? t('payableHow') : t('noPayables')}
        className="mb-2"
      />
      <ul className="divide-y divide-line empty:hidden">
        {payables.map(({ number, dueOn, amountCents, state }) => (
          <li key={number} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 tabular-nums">
            <span>
              <span className="sr-only">{t('instalment', { number })}</span>
              {formatDay(dueOn, language)}
            </span>
            <span className="flex items-center gap-2">
              {formatMoney(amountCents, language)}
              <Badge tone={tones[state]}>{t(`payableStates.${state}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
