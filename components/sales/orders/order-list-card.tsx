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
import { OrderCount, OrderTotalsLine, TotalsPending } from './order-totals'
import { useFilterChips, usePeriodText } from './use-filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { SearchInput } from '@/components/ui/search-input'
import { orderStatuses } from '@/lib/sales/orders/schema'
import { PeriodFilter } from './period-filter'

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

/** `chips`: what is on, in the row itself; the filters then wait behind their button at every size. */
type OrderFilterBarProps = { list: OrderList; more?: ReactNode; sort?: ReactNode; chips?: ReactNode }

function OrderFilterBar({ list, more, sort, chips }: OrderFilterBarProps) {
  const { filters, frame, today } = list
  const on = useFilterChips({ ...list, filters: { ...filters, q: '', ids: [] } }).length
  const t = useTranslations('orders.filters')
  const words = useTranslations('orders.list')
  const search = words(filters.inBuyers ? 'search' : 'searchWithoutBuyer')
  const optionsOf = (salesChannels: { id: string; name: string }[]) =>
    salesChannels.map(({ id, name }) => ({ value: id, label: name }))
  const platforms = [
    { value: 'shopee', label: t('shopee') },
    { value: 'manual', label: t('manual') },
  ]
  const statuses = orderStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput
        label={search}
        placeholder={words(filters.inBuyers ? 'searchHint' : 'searchHintWithoutBuyer')}
        className="max-md:basis-full md:max-w-80 md:min-w-64"
      />
      {chips}
      <FilterFold count={on} always={list.path === orderListPath}>
        <PeriodFilter today={today} from={filters.from} to={filters.to} text={usePeriodText(filters)} />
        <FilterSelect param="status" label={t('status')} allLabel={t('allStatuses')} options={statuses} multiple />
        {frame.shops.length > 0 && (
          <FilterSelect param="shop" label={t('shop')} allLabel={t('allShops')} options={optionsOf(frame.shops)} />
        )}
        <FilterSelect
          param="channel"
          label={t('channel')}
          allLabel={t('allChannels')}
          options={[...platforms, ...optionsOf(frame.channels)]}
        />
        {more}
      </FilterFold>
      {sort}
    </div>
  )
}
