import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FilterSelect } from '@/components/ui/filter-select'
import { SearchInput } from '@/components/ui/search-input'
import { orderStatuses } from '@/lib/orders/schema'
import type { OrderList } from '@/lib/orders/views'
import { PeriodFilter } from './period-filter'
import { usePeriodText } from './use-filter-chips'

export function OrderFilterBar({ list, more }: { list: OrderList; more?: ReactNode }) {
  const { filters, frame, today } = list
  const t = useTranslations('orders.filters')
  const words = useTranslations('orders.list')
  const search = words(filters.inBuyers ? 'search' : 'searchWithoutBuyer')
  const optionsOf = (outlets: { id: string; name: string }[]) =>
    outlets.map(({ id, name }) => ({ value: id, label: name }))
  const platforms = [
    { value: 'shopee', label: t('shopee') },
    { value: 'manual', label: t('manual') },
  ]
  const statuses = orderStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput label={search} className="max-sm:basis-full sm:max-w-96 sm:min-w-80" />
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
    </div>
  )
}
