import 'server-only'
import type { Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { orderListPath } from '../orders/filters'
import { orderVisibilityOf, readShownOrderList, type OrderList } from '../orders/views'
import type { OrderListTab } from './tabs'
import { countOrderListTabs } from './count-tabs'
import { listSavedViews, type SavedViews } from './queries'
import { sharingPermission } from './saved-views'

/** `tabs`: how many orders each of them has, up to a hundred. Left out for roles that may not filter by money. */
export type OrderListView = {
  list: OrderList
  saved: SavedViews
  tabs: { tab: OrderListTab; count: number }[]
  canShare: boolean
}

/** The desk, or where its bare address leads: to the view that the person chose to open it with. */
export async function getOrderListViewFor(
  member: Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'userId' | 'legalEntityIds'>,
  query: Query,
): Promise<OrderListView | { opensWith: string }> {
  const visibility = orderVisibilityOf(member.role)
  return withOrganization(member, async (db) => {
    const saved = await listSavedViews(db, { ...member, seesBuyers: visibility.buyers })
    const opened = saved.views.find(({ id }) => id === saved.defaultId)
    if (opened && Object.keys(query).length === 0) return { opensWith: `${orderListPath}?${opened.query}` }
    const list = await readShownOrderList(db, member, query)
    const tabs = await countOrderListTabs(db, member, visibility)
    return { list, saved, tabs, canShare: can(member.role, sharingPermission) }
  })
}
