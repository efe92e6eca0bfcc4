import 'server-only'
import type { Member } from '../auth/member'
import { can } from '../auth/permissions'
import { withOrganization } from '../db'
import { deskPath, type Query } from '../orders/filters'
import { getOrderDeskFor, orderSightOf, type OrderList } from '../orders/views'
import { listSavedViews, type SavedViews } from './queries'
import { sharingPermission } from './saved-views'

export type OrderDesk = { list: OrderList; saved: SavedViews; canShare: boolean }

/** The desk, or where its bare address leads: to the view that the person chose to open it with. */
export async function getDeskFor(
  member: Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'userId' | 'legalEntityIds'>,
  query: Query,
): Promise<OrderDesk | { opensWith: string }> {
  const [saved, list] = await Promise.all([
    withOrganization(member, (db) => listSavedViews(db, { ...member, seesBuyers: orderSightOf(member.role).buyers })),
    getOrderDeskFor(member, query),
  ])
  const opened = saved.views.find(({ id }) => id === saved.defaultId)
  if (opened && Object.keys(query).length === 0) return { opensWith: `${deskPath}?${opened.query}` }
  return { list, saved, canShare: can(member.role, sharingPermission) }
}
