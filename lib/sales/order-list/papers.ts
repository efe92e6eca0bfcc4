import 'server-only'
import type { Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { listRowsToPick, partsOf, pickingListOf, type PickingList } from '../dispatch/picking-list'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { hasLeft, showName, visibilityOf } from '../orders/buyer'
import { readOrderFilters } from '../orders/filters'
import { paperKinds, type PaperKind } from './schema'

type SlipItem = {
  line: number
  sku: string | null
  title: string
  variation: string | null
  shelfAddress: string | null
  units: number
}
export type Slip = {
  id: string
  code: string
  outletName: string
  placedAt: Date
  trackingNumber: string | null
  customerName: string | null
  items: SlipItem[]
}
/** `missing`: as many of the picked orders are gone, or not for the reader's eyes. */
export type Papers = { kind: PaperKind; slips: Slip[]; picking: PickingList; missing: number }

/** The papers of the selected orders: a slip for each, or their picking list. */
export async function getPapersFor(viewer: Pick<Member, 'organizationId' | 'role'>, query: Query): Promise<Papers> {
  const { organizationId, role } = viewer
  if (!can(role, 'order.create')) throw new UserError('permissionDenied')
  const { ids } = readOrderFilters({ ids: query.ids }, '2000-01-01')
  const kind = paperKinds.find((known) => known === query.paper) ?? 'slips'
  return withOrganization(viewer, async (db) => ({
    kind,
    missing: new Set(ids).size - (await db.order.count({ where: { organizationId, id: { in: ids } } })),
    slips: kind === 'slips' ? await listSlips(db, viewer, ids) : [],
    picking: pickingListOf(kind === 'picking' ? await listRowsToPick(db, organizationId, ids, { anyOrder: true }) : []),
  }))
}

type SlipRow = Omit<Slip, 'items'> & { status: OrderStatus; shippedAt: Date | null; items: SlipItem[] }

/** The content of each parcel, as in the picking list: packs in units, kits as their parts. */
async function listSlips(db: Db, { organizationId, role }: Pick<Member, 'organizationId' | 'role'>, ids: string[]) {
  const rows = await db.$queryRaw<SlipRow[]>`
    SELECT o.id, coalesce(o.external_code, o.code) AS code, coalesce(s.name, c.name)::text AS "outletName", o.placed_at AS "placedAt",
      o.tracking_number AS "trackingNumber", coalesce(o.customer_name, b.name) AS "customerName", o.status, o.shipped_at AS "shippedAt",
      (SELECT jsonb_agg(jsonb_build_object('line', i.line, 'sku', coalesce(p.sku::text, i.sku), 'title', coalesce(p.title, i.title),
          'variation', CASE WHEN p.id IS NULL THEN i.variation END, 'shelfAddress', p.shelf_address, 'units', i.units) ORDER BY i.line, p.sku)
        FROM (${partsOf(organizationId, Prisma.sql`ARRAY[o.id]`)}) i
        LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = i.product_id) AS items
    FROM orders o
    LEFT JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = o.shop_id
    LEFT JOIN channel c ON c.organization_id = ${organizationId}::uuid AND c.id = o.channel_id
    LEFT JOIN order_buyer b ON b.organization_id = ${organizationId}::uuid AND b.order_id = o.id
    WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (${ids}::uuid[])
    ORDER BY array_position(${ids}::uuid[], o.id)`
  return rows.map(({ status, shippedAt, items, ...slip }): Slip => {
    const visibility = visibilityOf(scopeOf(role, 'buyer.read'), hasLeft({ status, shippedAt }))
    return { ...slip, customerName: showName(slip.customerName, visibility), items: items ?? [] }
  })
}
