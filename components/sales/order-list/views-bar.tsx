import { useTranslations } from 'next-intl'
import { Tabs } from '@/components/ui/tabs'
import { allOrdersHref, orderListPath, isFiltered, orderListHref, readOrderFilters } from '@/lib/sales/orders/filters'
import { orderListTabFilters, type OrderListTab } from '@/lib/sales/order-list/tabs'
import type { OrderListView } from '@/lib/sales/order-list/views'
import { ViewsMenu } from './views-menu'

const LARGEST = 99
const unfiltered = readOrderFilters({}, '2000-01-01')

const hrefOf = (tab: OrderListTab) => orderListHref(unfiltered, orderListTabFilters[tab], orderListPath)

/** The common views, then one's own saved filters and the team's, as tabs. */
export function ViewsBar({ view: { list, saved, tabs, canShare } }: { view: OrderListView }) {
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
