import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { formatMoney } from '@/lib/money'
import type { MoneyRow, OrderMoney } from '@/lib/orders/order-money'
import type { OrderStatus } from '@/lib/orders/schema'

/** From what was sold to what is left of it, each line with where its figure comes from. */
export function OrderMoneyCard({ money, status }: { money: OrderMoney; status: OrderStatus }) {
  const t = useTranslations('orders.detail')
  const isSale = status !== 'pending' && status !== 'cancelled'
  if (!isSale && money.rows.length === 0)
    return (
      <Card>
        <CardHeader title={t('moneyTitle')} description={t('notASale')} />
      </Card>
    )
  return (
    <Card>
      <CardHeader title={t('moneyTitle')} description={t(isSale ? 'moneyText' : 'notASale')} className="mb-2" />
      <dl>
        {money.rows.map((row, index) => (
          <Line key={index} name={<KindName row={row} />} note={t(`sources.${row.source}`)} cents={row.amountCents} />
        ))}
        <Line name={t(money.estimated ? 'payoutEstimated' : 'payout')} cents={money.payoutCents} strong />
        {isSale && money.costCents !== null && <Line name={t('cogs')} cents={-money.costCents} />}
        {money.marginCents !== null && <Line name={t('margin')} cents={money.marginCents} strong />}
      </dl>
      {isSale && money.costCents === null && (
        <p className="mt-2 text-[13px] text-warn">{t('unknownCost', { count: money.itemsWithoutCost })}</p>
      )}
    </Card>
  )
}

function KindName({ row }: { row: MoneyRow }) {
  const t = useTranslations('orders.detail.kinds')
  return row.kind === 'other' && row.platformName ? row.platformName : t(row.kind)
}

type LineProps = { name: React.ReactNode; note?: string; cents: bigint; strong?: boolean }

function Line({ name, note, cents, strong }: LineProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0 last:pb-0',
        strong && 'font-semibold',
      )}
    >
      <dt className="min-w-0">
        {name}
        {note && <span className="ml-2 text-[13px] font-normal text-ink-3">{note}</span>}
      </dt>
      <dd className={classNames('money', strong && cents < 0n && 'text-bad')}>{formatMoney(cents, useLocale())}</dd>
    </div>
  )
}
