import 'server-only'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import type { Page, Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import { readMovementFilters, type MovementFilters } from '../stock/filters'
import { listMovements, type Movement } from '../stock/queries'
import type { Viewer } from './views'

const MOVEMENTS_SHOWN = 50

export type Ledger = {
  filters: MovementFilters
  page: Page<Movement>
  product: { sku: string; title: string } | null
  /** The platform's warehouses that something was sent to. */
  fullPlaces: { id: string; shop: string }[]
  people: { id: string; name: string }[]
  today: Day
}

export async function getLedgerFor(viewer: Viewer, query: Query): Promise<Ledger> {
  const { organizationId, timeZone } = viewer
  const today = localDay(new Date(), timeZone)
  const filters = readMovementFilters(query, today)
  return withOrganization(viewer, async (db) => {
    const page = await listMovements(db, organizationId, filters, {
      timeZone,
      size: MOVEMENTS_SHOWN,
      ownOrdersOnly: Boolean(viewer.legalEntityIds),
    })
    const product = filters.product
      ? await db.product.findUnique({
          where: { organizationId_id: { organizationId, id: filters.product } },
          select: { sku: true, title: true },
        })
      : null
    const fullPlaces = await db.$queryRaw<{ id: string; shop: string }[]>`
      SELECT l.id, s.name AS shop FROM stock_location l
      JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
      WHERE l.organization_id = ${organizationId}::uuid AND l.kind = 'full' ORDER BY s.name`
    const people = (await listMembers(db)).map(({ userId, displayName }) => ({ id: userId, name: displayName }))
    return { filters, page, product, fullPlaces, people, today }
  })
}
