import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { FeeTrace } from '@/components/money/fees/fee-trace'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { formatDay, localDay } from '@/lib/core/dates'
import type { ExpectedCharges } from '@/lib/money/fees/expected-charges'
import { formatMoney, formatPercent, type Cents } from '@/lib/core/money'
import type { OrderView } from '@/lib/sales/orders/views'
import type { OrderMoneyLine, OrderProfit } from '@/lib/money/profit/order-profit'
import { lineOfKind } from '@/lib/money/profit/result-lines'
import { formatRate } from '@/lib/identity/settings/rates'

type OrderProfitCardProps = { view: OrderView & { profit: OrderProfit }; timeZone: string }

const tones: Record<OrderMoneyLine['basis'], Tone> = {
  settled: 'good',
  charged: 'neutral',
  estimated: 'warn',
  typed: 'accent',
}

/** From what was sold to what is left of it; each line says how well it is known, from where and as of when. */
export function OrderProfitCard({ view: { order, profit, feeTrace }, timeZone }: OrderProfitCardProps) {
  const t = useTranslations('orderProfit')
  const notASale = useTranslations('orders.detail')('notASale')
  const language = useLocale()
  const { result, rows, payoutCents, contributionCents, itemsWithoutCost, itemsWithoutPrice, share } = profit
  const isSale = order.status !== 'pending' && order.status !== 'cancelled'
  if (!isSale && rows.length === 0)
    return (
      <Card>
        <CardHeader title={t('title')} description={notASale} />
      </Card>
    )
  const isShort = isSale && (itemsWithoutCost > 0 || itemsWithoutPrice > 0)
  return (
    <Card>
      <CardHeader title={t('title')} description={isSale ? t('text') : notASale} className="mb-2" />
      <dl>
        <MoneyLines rows={rows.filter((row) => !isTopUp(row))} zone={timeZone} />
        <Line name={t('netRevenue')} cents={result.sums.netRevenue} strong />
        {isSale && result.lines.packaging !== 0n && (
          <Line
            name={t('packaging')}
            cents={result.lines.packaging}
            of={<Basis basis="typed" note={t('catalogue')} />}
          />
        )}
        <TaxLine profit={profit} />
        {isSale && <CostLines order={order} profit={profit} />}
        <Line
          name={t(isShort ? 'contributionUnknown' : 'contribution')}
          cents={result.sums.contribution}
          of={share !== null && t('ofRevenue', { share: formatPercent(share, language) })}
          strong={!isShort || contributionCents !== null}
        />
        <MoneyLines rows={rows.filter(isTopUp)} zone={timeZone} />
        {result.adsTopUpCents !== 0n && <Line name={t('payout')} cents={payoutCents} />}
      </dl>
      <div className="mt-2 grid gap-1 text-[13px]">
        {isSale && itemsWithoutCost > 0 && <p className="text-warn">{t('unknownCost', { count: itemsWithoutCost })}</p>}
        {itemsWithoutPrice > 0 && <p className="text-warn">{t('unknownPrice', { count: itemsWithoutPrice })}</p>}
        {result.adsTopUpCents !== 0n && (
          <p className="text-ink-2">{t('payoutText', { ads: formatMoney(-result.adsTopUpCents, language) })}</p>
        )}
        <p className="text-xs text-ink-3">{t('legend')}</p>
        {feeTrace && <FeesExplained trace={feeTrace} isCharged={!profit.isEstimated} />}
      </div>
    </Card>
  )
}

/** The rule's own calculation, step by step; where the platform has charged already, it is the expected amount. */
function FeesExplained({ trace, isCharged }: { trace: ExpectedCharges; isCharged: boolean }) {
  const t = useTranslations('orderProfit')
  return (
    <details className="mt-1">
      <summary className="cursor-pointer font-semibold text-accent-text pointer-coarse:min-h-11 pointer-coarse:py-2.5">
        {t('howCalculated')}
      </summary>
      <div className="grid gap-2 pt-2">
        <p className="text-ink-2">{t(isCharged ? 'traceCharged' : 'traceEstimated')}</p>
        <FeeTrace trace={trace} />
      </div>
    </details>
  )
}

const isTopUp = ({ kind }: OrderMoneyLine) => lineOfKind[kind] === 'adsTopUp'

const MoneyLines = ({ rows, zone }: { rows: OrderMoneyLine[]; zone: string }) =>
  rows.map((row, index) => (
    <Line key={index} name={<KindName row={row} />} cents={row.cents} of={<Origin row={row} zone={zone} />} />
  ))

function KindName({ row: { kind, platformName, isPaidBeside } }: { row: OrderMoneyLine }) {
  const t = useTranslations('orders.detail.kinds')
  if (isPaidBeside) return t('paidBeside')
  return kind === 'other' && platformName ? platformName : t(kind)
}

function Origin({ row: { basis, source, isPaidBeside, ruleName, asOf }, zone }: { row: OrderMoneyLine; zone: string }) {
  const t = useTranslations('orderProfit')
  const language = useLocale()
  const origin = isPaidBeside ? 'paid' : (source ?? 'order')
  const from = origin === 'rule' ? null : t(`sources.${origin}`)
  const notes = [
    from,
    ruleName && t('rule', { name: ruleName }),
    t('asOf', { day: formatDay(localDay(asOf, zone), language) }),
  ]
  return <Basis basis={basis} note={notes.filter(Boolean).join(' · ')} />
}

function Basis({ basis, note }: { basis: OrderMoneyLine['basis']; note?: string }) {
  const t = useTranslations('orderProfit.bases')
  return (
    <>
      <Badge tone={tones[basis]}>{t(basis)}</Badge> {note}
    </>
  )
}

function TaxLine({ profit: { tax, result } }: { profit: OrderProfit }) {
  const t = useTranslations('orderProfit')
  const language = useLocale()
  if (tax.baseCents === 0n) return null
  if (tax.rate === null)
    return (
      <Line
        name={t('tax')}
        cents={null}
        of={
          tax.regime ? (
            t('taxFixed')
          ) : (
            <>
              <span className="text-warn">{t('taxUnknown')}</span>{' '}
              <Link href="/dashboard/settings/entities">{t('taxLink')}</Link>
            </>
          )
        }
      />
    )
  const note = t('taxRate', {
    rate: formatRate(tax.rate, language),
    base: formatMoney(tax.baseCents, language),
    from: tax.fromDay ? formatDay(tax.fromDay, language) : '',
  })
  return <Line name={t('tax')} cents={result.lines.tax} of={<Basis basis="estimated" note={note} />} />
}

function CostLines({ order, profit: { costs } }: { order: OrderView['order']; profit: OrderProfit }) {
  const t = useTranslations('orderProfit')
  return order.items.map(({ line, productId, sku, title, quantity }) => {
    const cents = costs.find((cost) => cost.line === line)?.cents ?? null
    const item = `${quantity} × ${sku ?? title}`
    const missing = (
      <>
        <span className="font-medium text-warn">{t('noCost')}</span>{' '}
        {productId && <Link href={`/dashboard/products/${productId}`}>{t('costLink')}</Link>}
      </>
    )
    return (
      <Line
        key={line}
        name={t('cost', { item })}
        cents={cents === null ? null : -cents}
        of={cents === null ? missing : <Basis basis="typed" note={t('dayCost')} />}
      />
    )
  })
}

/** Without an amount there is a dash: unknown is never zero. */
type LineProps = { name: ReactNode; of?: ReactNode; cents: Cents | null; strong?: boolean }

function Line({ name, of, cents, strong }: LineProps) {
  const language = useLocale()
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0 last:pb-0',
        strong && 'font-semibold',
      )}
    >
      <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="wrap-anywhere">{name}</span>
        {of && <span className="text-[13px] font-normal text-ink-3">{of}</span>}
      </dt>
      <dd className={classNames('money', strong && cents !== null && cents < 0n && 'text-bad')}>
        {cents === null ? '—' : formatMoney(cents, language)}
      </dd>
    </div>
  )
}
