import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { OrderSettlement } from '@/lib/sales/orders/settlement'

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

/** The platform's owed and paid amounts for the order, once reconciliation has handled it. */
export function OrderSettlementCard({ settlement, timeZone }: OrderSettlementCardProps) {
  const t = useTranslations('orderProfit.settlement')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  const {
    id,
    state,
    dueOn,
    expectedOn,
    releasedAt,
    expectedCents,
    releasedCents,
    adjustedCents,
    differenceCents,
    cause,
  } = settlement
  const { explainedCents, unexplainedCents } = settlement
  const money = (cents: bigint | null) => cents !== null && formatMoney(cents, language)
  const rows = [
    [dueOn ? 'likely' : 'estimated', expectedOn && formatDay(expectedOn, language)],
    ['due', dueOn && formatDay(dueOn, language)],
    ['releasedAt', releasedAt && formatDateTime(releasedAt, language, timeZone)],
    ['expected', money(expectedCents)],
    ['released', money(releasedCents)],
    ['adjusted', adjustedCents !== 0n && money(adjustedCents)],
    ['difference', differenceCents !== 0n && money(differenceCents)],
    ['cause', cause && causes(cause)],
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
      <Link href={`/dashboard/shopee-reconciliation/${id}`} className="mt-2 inline-block">
        {t('open')}
      </Link>
    </Card>
  )
}
