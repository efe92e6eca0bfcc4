import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { Pagination } from '@/components/ui/pagination'
import { isFiltered, orderListHref, ordersPath } from '@/lib/orders/filters'
import type { OrderTotals } from '@/lib/orders/queries'
import type { OrderList } from '@/lib/orders/views'
import { OrderFilterBar } from './order-filter-bar'
import { OrderTable } from './order-table'
import { OrderTotalsLine, TotalsPending } from './order-totals'
import { useFilterChips } from './use-filter-chips'

export type OrderListProps = {
  list: OrderList
  /** Null for roles that do not see the company's totals. */
  totals: Promise<OrderTotals> | null
  timeZone: string
}

export function OrderListCard({ list, totals, timeZone }: OrderListProps) {
  const t = useTranslations('orders.list')
  const { filters, frame, page } = list
  const chips = useFilterChips(list)
  if (!frame.hasOrders && !isFiltered(filters)) return <FirstUse list={list} />
  const summary = totals && (
    <Suspense key={orderListHref(filters)} fallback={<TotalsPending />}>
      <OrderTotalsLine totals={totals} filters={filters} />
    </Suspense>
  )
  return (
    <Card flush>
      <CardHeader
        title={isFiltered(filters) ? t('filtered') : t('title')}
        className="px-4 pt-4"
        actions={chips.length > 0 && <FilterChips chips={chips} clearHref={ordersPath} />}
      />
      <OrderFilterBar list={list} />
      {page.rows.length === 0 ? (
        <EmptyState
          kind="none"
          level={3}
          title={t('noneTitle')}
          text={t('noneText')}
          action={<ClearFilters />}
          className="border-t border-line"
        />
      ) : (
        <>
          <OrderTable list={list} timeZone={timeZone} />
          <Pagination
            previousHref={page.previous && orderListHref(filters, { before: page.previous })}
            nextHref={page.next && orderListHref(filters, { after: page.next })}
            summary={summary}
          />
        </>
      )}
    </Card>
  )
}

function ClearFilters() {
  const common = useTranslations('common')
  return <ButtonLink href={ordersPath}>{common('clearAll')}</ButtonLink>
}

function FirstUse({ list: { canCreate, canImport } }: { list: OrderList }) {
  const t = useTranslations('orders')
  return (
    <Card>
      <EmptyState
        kind="first"
        title={t('list.firstTitle')}
        text={t(canCreate ? 'list.firstText' : 'list.firstDenied')}
        action={canImport && <ButtonLink href="/dashboard/orders/import">{t('actions.import')}</ButtonLink>}
      />
    </Card>
  )
}
