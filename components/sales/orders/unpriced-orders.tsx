import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { DayRange } from '@/lib/core/dates'
import { unpricedHref } from '@/lib/sales/orders/filters'

type UnpricedOrdersProps = {
  count: bigint
  range: DayRange
  where: { shop?: string | null; channel?: string | null; entity?: string | null }
}

/** How many of these sales have no price, and the way to exactly those; nothing where all have one. */
export function UnpricedOrders({ count, range, where }: UnpricedOrdersProps) {
  const t = useTranslations('orders.unpriced')
  if (count === 0n) return null
  return (
    <p role="note" className="mb-4 flex gap-2 text-[13px]">
      <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span className="min-w-0">
        {t('text', { count: Number(count) })}{' '}
        <Link href={unpricedHref(range, where)} className="font-semibold text-accent-text underline underline-offset-2">
          {t('link')}
        </Link>
      </span>
    </p>
  )
}
