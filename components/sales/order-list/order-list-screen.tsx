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
  allOrdersHref,
  readOrderFilters,
} from '@/lib/sales/orders/filters'
import type { OrderTotals } from '@/lib/sales/orders/queries'
import type { OrderListView } from '@/lib/sales/order-list/views'
import { OrderListFilterBar, OrderListSort } from './order-list-filters'
import { OrderListKeys, KeysHelp } from './order-list-keys'
import { PickAll, Picks } from './picks'
import { PickBar } from './pick-bar'
import { Tabs } from '@/components/ui/tabs'
import { orderListTabFilters, type OrderListTab } from '@/lib/sales/order-list/tabs'
import { ViewsMenu } from './views-menu'

const LARGEST = 99
const unfiltered = readOrderFilters({}, '2000-01-01')

const hrefOf = (tab: OrderListTab) => orderListHref(unfiltered, orderListTabFilters[tab], orderListPath)

/** The common views, then one's own saved filters and the team's, as tabs. */
function ViewsBar({ view: { list, saved, tabs, canShare } }: { view: OrderListView }) {
  const t = useTranslations('orders.desk.views')
  const { filters } = list
  const current = orderListHref(filters, {}, orderListPath)
  const known = [
    ...tabs.map(({ tab, count }) => ({
      href: hrefOf(tab),
      label: t(`tabs.${tab}`),
      count: count > LARGEST ? t('many', { count: LARGEST }) : count,
    })),
    ...saved.views.map(({ name, shared, query }) => ({
      href: `${orderListPath}?${query}`,
      label: name,
      count: shared ? t('shared') : undefined,
    })),
  ]
  const hrefs = known.map(({ href }) => href)
  const shown = [
    { href: allOrdersHref(orderListPath), label: t('all'), active: !isFiltered(filters) && !hrefs.includes(current) },
    ...known.map((tab, index) => ({ ...tab, active: hrefs.indexOf(current) === index })),
  ].filter(({ href }, index, all) => all.findIndex((tab) => tab.href === href) === index)
  return (
    <Tabs
      label={t('label')}
      tabs={shown}
      actions={<ViewsMenu saved={saved} canShare={canShare} query={current.slice(orderListPath.length + 1)} />}
      className="mb-3!"
    />
  )
}

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
