import { useTranslations } from 'next-intl'
import { useOrderCells } from './order-cells'
import { OrderEntryHeader } from './order-entry-header'
import { OrderListCard, type OrderListProps } from './order-list-card'
import { OrderTable } from './order-table'

export function OrdersScreen({ list, totals, timeZone }: OrderListProps) {
  const t = useTranslations('orders.list')
  const { frame, canCreate, canImport } = list
  const channels = frame.channels.filter(({ isOpen }) => isOpen).map(({ id, name }) => ({ id, name }))
  return (
    <>
      <OrderEntryHeader channels={canCreate ? channels : null} canImport={canImport} />
      <OrderListCard
        list={list}
        totals={totals}
        title={t('title')}
        table={<OrderTable list={list} rows={useOrderCells(list, timeZone)} />}
      />
    </>
  )
}
