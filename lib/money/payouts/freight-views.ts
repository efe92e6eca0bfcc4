import 'server-only'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Page, Query } from '@/lib/core/keyset'
import {
  groupFreightFaults,
  listFreightFaults,
  sumFreight,
  sumFreightFaults,
  sumListedFreight,
  type FreightFault,
  type FreightGroup,
  type FreightRow,
  type FreightSum,
  type ShopFreight,
} from './freight'
import { readFreightFilters, type FreightFilters } from './freight-filters'
import { listShops, type Viewer } from './views'

const ROWS_SHOWN = 50

export type FreightView = {
  filters: FreightFilters
  today: Day
  shops: { id: string; name: string }[]
  byShop: ShopFreight[]
  total: FreightSum & { orders: bigint }
  faults: FreightFault[]
  carriers: FreightGroup[]
  items: FreightGroup[]
  page: Page<FreightRow>
  matching: { count: bigint; cents: bigint }
}

export async function getFreightFor(
  viewer: Viewer,
  query: Query,
  { now = new Date(), size = ROWS_SHOWN } = {},
): Promise<FreightView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(now, timeZone)
  const filters = readFreightFilters(query, today)
  const { days, shop } = filters
  const all = { days, shop, cause: null, carrier: null, item: null }
  return withOrganization(viewer, async (db) => {
    const freightFaults = await listFreightFaults(db, organizationId, filters, size)
    const gone = freightFaults.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    const byShop = await sumFreight(db, organizationId, days, shop)
    return {
      filters,
      today,
      byShop,
      total: addUp(byShop),
      shops: await listShops(db, organizationId),
      faults: await sumFreightFaults(db, organizationId, days, shop),
      carriers: await groupFreightFaults(db, organizationId, all, 'carrier'),
      items: await groupFreightFaults(db, organizationId, all, 'item'),
      page: gone ? await listFreightFaults(db, organizationId, fromStart, size) : freightFaults,
      matching: await sumListedFreight(db, organizationId, filters),
    }
  })
}

const addUp = (rows: ShopFreight[]) =>
  rows.reduce(
    (sum, row) => ({
      paidCents: sum.paidCents + row.paidCents,
      rebateCents: sum.rebateCents + row.rebateCents,
      chargedCents: sum.chargedCents + row.chargedCents,
      reverseCents: sum.reverseCents + row.reverseCents,
      orders: sum.orders + row.orders,
    }),
    { paidCents: 0n, rebateCents: 0n, chargedCents: 0n, reverseCents: 0n, orders: 0n },
  )
