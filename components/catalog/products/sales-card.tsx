import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { Definition } from '@/components/ui/definition'
import type { ProductSales } from '@/lib/insight/analytics/product-sales'
import { formatDayShort } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { allOrdersHref, orderListPath } from '@/lib/sales/orders/filters'

/** The product's recent sales; `sku` finds its orders. */
export function SalesCard({ sales, sku }: { sales: ProductSales; sku: string }) {
  const t = useTranslations('products.sales')
  const language = useLocale()
  const { range, units, revenueCents, profitCents, coverage = 1 } = sales
  const days = t('days', { from: formatDayShort(range.from, language), to: formatDayShort(range.to, language) })
  const orders = `${allOrdersHref(orderListPath)}&${new URLSearchParams({ q: sku, period: '30d', valid: '1' }).toString()}`
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={days}
        actions={
          <Link href={orders} className="text-[13px] font-semibold text-accent-text no-underline hover:underline">
            {t('orders')}
          </Link>
        }
        className="mb-3"
      />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Figure name={t('units')}>{formatNumber(units, language)}</Figure>
        <Figure name={t('revenue')}>{formatMoney(revenueCents, language)}</Figure>
        {profitCents !== undefined && (
          <Figure
            name={t('profit')}
            how={<Definition label={t('how')}>{t('means')}</Definition>}
            isBad={profitCents !== null && profitCents < 0n}
            note={coverage < 1 && revenueCents > 0n ? t('covered', { share: formatPercent(coverage, language) }) : null}
          >
            {profitCents === null ? '—' : formatMoney(profitCents, language)}
          </Figure>
        )}
      </dl>
    </Card>
  )
}

type FigureProps = {
  name: string
  how?: ReactNode
  isBad?: boolean
  note?: string | null
  children: ReactNode
}

function Figure({ name, how, isBad = false, note = null, children }: FigureProps) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-[13px] text-ink-2">
        {name}
        {how}
      </dt>
      <dd className={`text-lg leading-6 font-title tabular-nums ${isBad ? 'text-bad' : ''}`}>
        {children}
        {note && <span className="block text-xs font-normal text-warn">{note}</span>}
      </dd>
    </div>
  )
}
