import { ArrowUpTrayIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { OrderListCard } from '@/components/sales/orders/order-list-card'
import { useOrderCells } from '@/components/sales/orders/order-cells'
import { OrderTable } from '@/components/sales/orders/order-table'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import {
  listQueryOf,
  orderListPath,
  isFiltered,
  newOrderPath,
  orderListHref,
  ordersPath,
} from '@/lib/sales/orders/filters'
import type { OrderTotals } from '@/lib/sales/orders/queries'
import type { OrderListView } from '@/lib/sales/order-list/views'
import { OrderListFilterBar, OrderListSort } from './order-list-filters'
import { OrderListKeys, KeysHelp } from './order-list-keys'
import { PickAll, Picks } from './picks'
import { PickBar } from './pick-bar'
import { ViewsBar } from './views-bar'

type OrderListScreenProps = {
  view: OrderListView
  /** Null for roles that do not see the company's totals. */
  totals: Promise<OrderTotals> | null
  timeZone: string
  canExport: boolean
}

export function OrderListScreen({ view, totals, timeZone, canExport }: OrderListScreenProps) {
  const t = useTranslations('orders.desk')
  const { list } = view
  const { filters } = list
  const rows = useOrderCells(list, timeZone)
  return (
    <>
      <PageHeader title={t('title')} actions={<HeaderActions list={list} />} />
      {(list.frame.hasOrders || isFiltered(filters)) && <ViewsBar view={view} />}
      <Picks key={orderListHref(filters, {}, orderListPath)} rows={rows}>
        <OrderListKeys pageKey={filters.after ?? filters.before ?? ''}>
          <OrderListCard
            list={list}
            totals={totals}
            title={t('listTitle')}
            moreFilters={<OrderListFilterBar list={list} />}
            sort={<OrderListSort list={list} />}
            table={
              <>
                <PickBar canChange={list.canCreate} canExport={canExport} listQuery={listQueryOf(filters)} />
                <PickAll shown="cards" />
                <OrderTable list={list} rows={rows} isPicked />
              </>
            }
          />
        </OrderListKeys>
      </Picks>
    </>
  )
}

function HeaderActions({ list: { canCreate, canImport } }: { list: OrderListView['list'] }) {
  const t = useTranslations('orders')
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:*:px-2.5!">
      <KeysHelp />
      <ExportButton kind="orders" />
      {canImport && (
        <ButtonLink href={`${ordersPath}/import`}>
          <ArrowUpTrayIcon aria-hidden />
          <span className="max-sm:sr-only">{t('actions.import')}</span>
        </ButtonLink>
      )}
      {canCreate && (
        <ButtonLink href={newOrderPath} variant="primary">
          <PlusIcon aria-hidden />
          {t('desk.new')}
        </ButtonLink>
      )}
    </div>
  )
}
