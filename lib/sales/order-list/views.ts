import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { deskPath, type Query } from '../orders/filters'
import { getOrderDeskFor, orderSightOf, type OrderList } from '../orders/views'
import type { DeskTab } from './desk-tabs'
import { countDeskTabs } from './count-tabs'
import { listSavedViews, type SavedViews } from './queries'
import { sharingPermission } from './saved-views'

/** `tabs`: how many orders each of them has, up to a hundred. Left out for roles that may not filter by money. */
export type OrderDesk = {
  list: OrderList
  saved: SavedViews
  tabs: { tab: DeskTab; count: number }[]
  canShare: boolean
}

/** The desk, or where its bare address leads: to the view that the person chose to open it with. */
export async function getDeskFor(
  member: Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'userId' | 'legalEntityIds'>,
  query: Query,
): Promise<OrderDesk | { opensWith: string }> {
  const sight = orderSightOf(member.role)
  const [saved, list, tabs] = await Promise.all([
    withOrganization(member, (db) => listSavedViews(db, { ...member, seesBuyers: sight.buyers })),
    getOrderDeskFor(member, query),
    countDeskTabs(member, sight),
  ])
  const opened = saved.views.find(({ id }) => id === saved.defaultId)
  if (opened && Object.keys(query).length === 0) return { opensWith: `${deskPath}?${opened.query}` }
  return { list, saved, tabs, canShare: can(member.role, sharingPermission) }
}
