import { useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Definition } from '@/components/ui/definition'
import { Skeleton } from '@/components/ui/skeleton'
import type { Language } from '@/lib/core/language'
import { formatMoney } from '@/lib/core/money'
import { orderListHref, type OrderFilters, type OrderListPath } from '@/lib/sales/orders/filters'
import type { OrderTotals } from '@/lib/sales/orders/queries'

type OrderTotalsLineProps = { totals: Promise<OrderTotals>; filters: OrderFilters; path: OrderListPath }

/** Totals of all rows of the filters; streamed after the list, which does not wait for it. */
export async function OrderTotalsLine({ totals, filters, path }: OrderTotalsLineProps) {
  const [sums, t, language] = await Promise.all([totals, getTranslations('orders.totals'), getLocale()])
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
    <Sums sums={sums} language={language} />
  )
}

type OrderCountProps = { totals: Promise<OrderTotals>; withSales: boolean }

/** How many orders the filters leave and what was sold in them, as the totals below the list say it. */
export async function OrderCount({ totals, withSales }: OrderCountProps) {
  const [sums, t, language] = await Promise.all([totals, getTranslations('orders.totals'), getLocale()])
  const { more, orders, grossCents } = sums
  if (more) return <span>{t.rich('moreThan', { count: Number(orders) - 1, strong })}</span>
  return (
    <>
      <span>{t.rich('orders', { count: Number(orders), strong })}</span>
      {withSales && grossCents > 0n && (
        <span>{t.rich('gross', { value: formatMoney(grossCents, language), strong })}</span>
      )}
    </>
  )
}

function Sums({ sums, language }: { sums: OrderTotals; language: Language }) {
  const t = useTranslations('orders.totals')
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
