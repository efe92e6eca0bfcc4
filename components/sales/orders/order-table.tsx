import { useTranslations } from 'next-intl'
import { ordersPath, orderHref } from '@/lib/sales/orders/filters'
import type { OrderList } from '@/lib/sales/orders/views'
import { showsMargin } from './order-cells'
import { OrderRows, type OrderCells } from './order-rows'

/** `isPicked`: each row has a box, and all of them one above. */
type OrderTableProps = { list: OrderList; rows: OrderCells[]; isPicked?: boolean }

export function OrderTable({ list, rows, isPicked = false }: OrderTableProps) {
  const t = useTranslations('orders.list')
  const pick = useTranslations('orders.desk.pick')
  const labels = {
    title: t('title'),
    order: t('order'),
    items: t('items'),
    units: t('units'),
    value: t('value'),
    status: t('status'),
    ...(list.seesMoney && { net: t('net') }),
    ...(showsMargin(list) && { margin: t('margin') }),
    estimated: t('estimated'),
    pick: pick('one'),
  }
  const back = orderHref('', list).slice(`${ordersPath}/`.length)
  return <OrderRows rows={rows} labels={labels} back={back} isPicked={isPicked} />
}
