import { useLocale, useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime, formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import type { OrderSettlement } from '@/lib/orders/settlement'

type OrderSettlementCardProps = { settlement: OrderSettlement; timeZone: string }

const tones: Record<OrderSettlement['state'], Tone> = {
  to_release: 'neutral',
  released: 'good',
  partly_released: 'warn',
  late: 'bad',
  underpaid: 'bad',
  overpaid: 'warn',
  reconciled: 'good',
  reopened: 'warn',
  unknown_here: 'warn',
  unknown_there: 'warn',
}

/** What the platform owed for the order and what it paid, once reconciliation has looked at it. */
export function OrderSettlementCard({ settlement, timeZone }: OrderSettlementCardProps) {
  const t = useTranslations('orderProfit.settlement')
  const language = useLocale()
  const { state, dueOn, releasedAt, expectedCents, releasedCents, explainedCents, unexplainedCents } = settlement
  const money = (cents: bigint | null) => cents !== null && formatMoney(cents, language)
  const difference = expectedCents !== null && releasedCents !== null ? releasedCents - expectedCents : null
  const rows = [
    ['due', dueOn && formatDay(dueOn, language)],
    ['releasedAt', releasedAt && formatDateTime(releasedAt, language, timeZone)],
    ['expected', money(expectedCents)],
    ['released', money(releasedCents)],
    ['difference', difference !== 0n && money(difference)],
    ['explained', explainedCents !== 0n && money(explainedCents)],
    ['unexplained', unexplainedCents !== 0n && money(unexplainedCents)],
  ] as const
  return (
    <Card>
      <CardHeader title={t('title')} actions={<Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>} />
      <dl className="mt-2 grid gap-1">
        {rows.map(
          ([key, value]) =>
            value && (
              <div key={key} className="flex justify-between gap-4">
                <dt className="text-ink-2">{t(key)}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}
