import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import { WhenReady } from '@/components/ui/when-ready'
import {
  allOrdersHref,
  orderListPath,
  isFiltered,
  orderListHref,
  newOrderPath,
  searchedOrders,
  type OrderListPath,
} from '@/lib/sales/orders/filters'
import type { OrderTotals } from '@/lib/sales/orders/queries'
import type { OrderList } from '@/lib/sales/orders/views'
import { NewOrders } from './new-orders'
import { OrderFilterBar } from './order-filter-bar'
import { OrderCount, OrderTotalsLine, TotalsPending } from './order-totals'
import { useFilterChips } from './use-filter-chips'

export type OrderListProps = {
  list: OrderList
  /** Null for roles that do not see the company's totals. */
  totals: Promise<OrderTotals> | null
  timeZone: string
}
type OrderListCardProps = Omit<OrderListProps, 'timeZone'> & {
  title: string
  moreFilters?: ReactNode
  sort?: ReactNode
  table: ReactNode
}

export function OrderListCard({ list, totals, title, moreFilters, sort, table }: OrderListCardProps) {
  const t = useTranslations('orders.list')
  const { path, filters, frame, page } = list
  const chips = useFilterChips(list)
  if (!frame.hasOrders && !isFiltered(filters)) return <FirstUse list={list} />
  const summary = totals && (
    <WhenReady key={orderListHref(filters)} promise={totals} fallback={<TotalsPending />}>
      {(sums) => <OrderTotalsLine sums={sums} filters={filters} path={path} />}
    </WhenReady>
  )
  // A saved view has one filter, and a single row of tools above its rows.
  const count = totals && (
    <WhenReady key={orderListHref(filters)} promise={totals} fallback={<Skeleton className="h-5 w-20" />}>
      {(sums) => <OrderCount sums={sums} withSales={chips.length > 1} />}
    </WhenReady>
  )
  const active = chips.length > 0 && <FilterChips chips={chips} clearHref={allOrdersHref(path)} summary={count} />
  return (
    <Card flush>
      {!filters.after && !filters.before && (
        <NewOrders since={list.now.toISOString()} query={orderListHref(filters).split('?')[1]} />
      )}
      {path === orderListPath ? (
        <h2 className="sr-only">{isFiltered(filters) ? t('filtered') : title}</h2>
      ) : (
        <CardHeader title={isFiltered(filters) ? t('filtered') : title} className="px-4 pt-4" actions={active} />
      )}
      <OrderFilterBar list={list} more={moreFilters} sort={sort} chips={path === orderListPath && active} />
      {page.rows.length === 0 ? (
        <EmptyState
          kind="none"
          level={3}
          title={t('noneTitle')}
          text={t('noneText')}
          action={<ClearFilters path={path} />}
          className="border-t border-line"
        />
      ) : (
        <>
          {page.isCut && (
            <p className="border-t border-line px-4 py-2 text-warn">{t('cut', { count: searchedOrders })}</p>
          )}
          {table}
          <Pagination
            previousHref={page.previous && orderListHref(filters, { before: page.previous }, path)}
            nextHref={page.next && orderListHref(filters, { after: page.next }, path)}
            summary={summary}
          />
        </>
      )}
    </Card>
  )
}

function ClearFilters({ path }: { path: OrderListPath }) {
  const common = useTranslations('common')
  return <ButtonLink href={allOrdersHref(path)}>{common('clearAll')}</ButtonLink>
}

function FirstUse({ list: { canCreate, canImport } }: { list: OrderList }) {
  const t = useTranslations('orders')
  return (
    <Card>
      <EmptyState
        kind="first"
        title={t('list.firstTitle')}
        text={t(canCreate ? 'list.firstText' : 'list.firstDenied')}
        action={
          <div className="flex flex-wrap justify-center gap-2 empty:hidden">
            {canImport && <ButtonLink href="/dashboard/orders/import">{t('actions.import')}</ButtonLink>}
            {canCreate && (
              <ButtonLink href={newOrderPath} variant="primary">
                {t('desk.new')}
              </ButtonLink>
            )}
          </div>
        }
      />
    </Card>
  )
}
