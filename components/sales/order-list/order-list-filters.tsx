import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { FilterSelect } from '@/components/ui/filter-select'
import { useValueText } from '@/components/sales/orders/use-filter-chips'
import { orderListHref, orderSorts, orderWaits, type OrderFilters } from '@/lib/sales/orders/filters'
import type { OrderList } from '@/lib/sales/orders/views'
import { SortSelect } from './sort-select'
import { ValueFilter } from './value-filter'

/** The filters of the full order list beside those of the quick list. */
export function OrderListFilterBar({ list: { path, filters, frame, seesMoney } }: { list: OrderList }) {
  const t = useTranslations('orders.filters')
  const toggle = (name: 'unmapped' | 'unpriced' | 'negative') => {
    const changes: Partial<OrderFilters> = { [name]: !filters[name] }
    return { label: t(name), href: orderListHref(filters, changes, path), on: filters[name] }
  }
  const toggles = [
    toggle('unmapped'),
    ...(filters.unpriced ? [toggle('unpriced')] : []),
    ...(seesMoney ? [toggle('negative')] : []),
  ]
  const waits = orderWaits.filter((wait) => wait !== 'payout' || seesMoney)
  return (
    <>
      {(frame.entities.length > 1 || filters.entity) && (
        <FilterSelect
          param="entity"
          label={t('entity')}
          allLabel={t('allEntities')}
          options={frame.entities.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FilterSelect
        param="waiting"
        label={t('waitingLabel')}
        allLabel={t('anyWaiting')}
        options={waits.map((wait) => ({ value: wait, label: t(`waiting.${wait}`) }))}
      />
      <ValueFilter minCents={filters.minCents} maxCents={filters.maxCents} text={useValueText(filters)} />
      {toggles.map(({ label, href, on }) => (
        <Link
          key={label}
          href={href}
          scroll={false}
          aria-current={on || undefined}
          className={classNames(buttonClass({}), on && 'bg-accent-soft! text-accent-text!')}
        >
          {label}
        </Link>
      ))}
    </>
  )
}

export function OrderListSort({ list: { filters, seesMoney } }: { list: OrderList }) {
  const t = useTranslations('orders.filters')
  const sorts = orderSorts.filter((sort) => sort !== 'margin' || seesMoney)
  return (
    <SortSelect
      value={filters.sort}
      label={t('sort')}
      options={sorts.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
    />
  )
}
