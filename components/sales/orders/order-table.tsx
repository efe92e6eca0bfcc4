import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Table, Tbody, Th, Thead } from '@/components/ui/table'
import type { OrderList } from '@/lib/sales/orders/views'
import { cellsOf, showsMargin } from './order-cells'
import { OrderRows } from './order-rows'

/** `pickAll` is the box above those of the rows, where orders can be picked. */
type OrderTableProps = { list: OrderList; timeZone: string; pickAll?: ReactNode }

export function OrderTable({ list, timeZone, pickAll }: OrderTableProps) {
  const t = useTranslations('orders.list')
  const pick = useTranslations('orders.desk.pick')
  const stages = useTranslations('orders.stages')
  const language = useLocale()
  const labels = {
    units: t('units'),
    value: t('value'),
    net: t('net'),
    margin: t('margin'),
    estimated: t('estimated'),
    pick: pick('one'),
  }
  return (
    <Table label={t('title')} className="border-t border-line">
      <Thead>
        {pickAll && <Th narrow>{pickAll}</Th>}
        <Th className="md:min-w-48">{t('order')}</Th>
        <Th className="md:min-w-44">{t('items')}</Th>
        <Th numeric>{labels.units}</Th>
        <Th numeric>{labels.value}</Th>
        {list.seesMoney && <Th numeric>{labels.net}</Th>}
        {showsMargin(list) && <Th numeric>{labels.margin}</Th>}
        <Th>{t('status')}</Th>
      </Thead>
      <Tbody>
        <OrderRows
          rows={list.page.rows.map((order) => cellsOf(order, { list, timeZone, t, stages, language }))}
          labels={labels}
          isPicked={Boolean(pickAll)}
        />
      </Tbody>
    </Table>
  )
}
