import { useTranslations } from 'next-intl'
import { Tabs } from '@/components/ui/tabs'
import { allOrdersHref, deskPath, isFiltered, orderListHref } from '@/lib/orders/filters'
import type { OrderDesk } from '@/lib/orders-desk/views'
import { ViewsMenu } from './views-menu'

/** One's own saved filters and the team's, as tabs. */
export function ViewsBar({ desk: { list, saved, canShare } }: { desk: OrderDesk }) {
  const t = useTranslations('orders.desk.views')
  const { filters } = list
  const current = orderListHref(filters, {}, deskPath)
  const hrefs = saved.views.map(({ query }) => `${deskPath}?${query}`)
  const tabs = [
    { href: allOrdersHref(deskPath), label: t('all'), active: !isFiltered(filters) && !hrefs.includes(current) },
    ...saved.views.map(({ name, shared }, index) => ({
      href: hrefs[index]!,
      label: name,
      count: shared ? t('shared') : undefined,
      active: hrefs.indexOf(current) === index,
    })),
  ].filter(({ href }, index, all) => all.findIndex((tab) => tab.href === href) === index)
  return (
    <Tabs
      label={t('label')}
      tabs={tabs}
      actions={<ViewsMenu saved={saved} canShare={canShare} query={current.slice(deskPath.length + 1)} />}
      className="mt-2 mb-0! px-2"
    />
  )
}
