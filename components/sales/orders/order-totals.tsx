import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Definition } from '@/components/ui/definition'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney } from '@/lib/core/money'
import { orderListHref, type OrderFilters, type OrderListPath } from '@/lib/sales/orders/filters'
import type { OrderTotals } from '@/lib/sales/orders/queries'

type OrderTotalsLineProps = { sums: OrderTotals; filters: OrderFilters; path: OrderListPath }

/** Totals of all rows of the filters; the list does not wait for them. */
export function OrderTotalsLine({ sums, filters, path }: OrderTotalsLineProps) {
  const t = useTranslations('orders.totals')
  return sums.more ? (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>{t.rich('moreThan', { count: Number(sums.orders) - 1, strong })}</span>
      <Link
        href={orderListHref(filters, { exact: true, after: filters.after, before: filters.before }, path)}
        scroll={false}
        className="font-semibold text-accent-text underline underline-offset-2"
      >
        {t('count')}
      </Link>
    </span>
  ) : (
    <Sums sums={sums} />
  )
}

type OrderCountProps = { sums: OrderTotals; withSales: boolean }

/** How many orders the filters leave, what was sold in them and what was cancelled, as the totals below the list say it. */
export function OrderCount({ sums: { more, orders, grossCents, cancelledCents }, withSales }: OrderCountProps) {
  const t = useTranslations('orders.totals')
  const language = useLocale()
  if (more) return <span>{t.rich('moreThan', { count: Number(orders) - 1, strong })}</span>
  return (
    <>
      <span>{t.rich('orders', { count: Number(orders), strong })}</span>
      {withSales && grossCents > 0n && (
        <span>{t.rich('gross', { value: formatMoney(grossCents, language), strong })}</span>
      )}
      {withSales && cancelledCents > 0n && (
        <span>{t.rich('cancelled', { value: formatMoney(cancelledCents, language), strong })}</span>
      )}
    </>
  )
}

function Sums({ sums }: { sums: OrderTotals }) {
  const t = useTranslations('orders.totals')
  const language = useLocale()
  const { orders, units, grossCents, cancelledCents, pendingCents, feesCents } = sums
  const money = (cents: bigint) => ({ value: formatMoney(cents, language), strong })
  const parts = [
    t.rich('orders', { count: Number(orders), strong }),
    grossCents > 0n && t.rich('units', { count: Number(units), strong }),
    grossCents > 0n && t.rich('gross', money(grossCents)),
    grossCents > 0n && feesCents !== undefined && t.rich('net', money(grossCents - feesCents)),
    cancelledCents > 0n && t.rich('cancelled', money(cancelledCents)),
    pendingCents !== null && pendingCents > 0n && t.rich('pending', money(pendingCents)),
  ].filter((part) => part !== false)
  return (
    <>
      {parts.map((part, index) => (
        <span key={index} className="whitespace-nowrap">
          {part}
        </span>
      ))}
      <Definition label={t('how')}>{t('definition')}</Definition>
    </>
  )
}

const strong = (chunks: ReactNode) => <strong className="font-semibold text-ink">{chunks}</strong>

export function TotalsPending() {
  const t = useTranslations('orders.totals')
  return (
    <span className="flex items-center">
      <span className="sr-only">{t('counting')}</span>
      <Skeleton className="h-5 w-72 max-w-full" />
    </span>
  )
}
