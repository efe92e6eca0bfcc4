import { isFiltered } from '@/lib/orders/filters'
import type { OrderTotals } from '@/lib/orders/queries'
import type { OrderList } from '@/lib/orders/views'
import { OrderDesk } from './order-desk'
import { OrderListCard } from './order-list-card'

export type OrdersScreenProps = {
  list: OrderList
  /** Null for roles that do not see the company's totals. */
  totals: Promise<OrderTotals> | null
  timeZone: string
}

export function OrdersScreen({ list, totals, timeZone }: OrdersScreenProps) {
  const { filters, frame, canCreate, canImport } = list
  const channels = frame.channels.filter(({ isOpen }) => isOpen).map(({ id, name }) => ({ id, name }))
  return (
    <>
      <OrderDesk
        channels={canCreate ? channels : null}
        canImport={canImport}
        initiallyOpen={!isFiltered(filters) && !filters.after && !filters.before}
      />
      <OrderListCard list={list} totals={totals} timeZone={timeZone} />
    </>
  )
}
