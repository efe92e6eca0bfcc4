import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { SearchInput } from '@/components/ui/search-input'
import { orderListPath } from '@/lib/sales/orders/filters'
import { orderStatuses } from '@/lib/sales/orders/schema'
import type { OrderList } from '@/lib/sales/orders/views'
import { PeriodFilter } from './period-filter'
import { useFilterChips, usePeriodText } from './use-filter-chips'

/** `chips`: what is on, in the row itself; the filters then wait behind their button at every size. */
type OrderFilterBarProps = { list: OrderList; more?: ReactNode; sort?: ReactNode; chips?: ReactNode }

export function OrderFilterBar({ list, more, sort, chips }: OrderFilterBarProps) {
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
