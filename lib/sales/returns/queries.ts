import 'server-only'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import { isDeadline, type Page } from '@/lib/core/keyset'
import type { ReturnFilters } from './filters'
import type { ReturnTab } from './schema'

export type ReturnRow = {
  id: string
  number: string
  orderId: string
  orderCode: string
  shopName: string
  kind: ReturnKind
  state: ReturnState
  platformStatus: string | null
  reason: string | null
  refundCents: bigint | null
  dueAt: Date | null
  openedAt: Date
  trackingNumber: string | null
  units: number
  titles: string[]
  due: string
}

const due = Prisma.sql`coalesce(r.due_at, 'infinity'::timestamptz)`
/** Goods that are on their way back, or should be. */
const comesBack = Prisma.sql`r.received_at IS NULL AND (r.state IN ('incoming', 'arrived') OR (r.state = 'accepted' AND r.kind = 'with_return')
  OR (r.kind = 'failed_delivery' AND r.state NOT IN ('closed', 'cancelled')))`

const inTab: Record<ReturnTab, Prisma.Sql> = {
  todo: Prisma.sql`r.state NOT IN ('received', 'closed', 'cancelled')`,
  answer: Prisma.sql`r.state = 'open' AND r.kind IN ('refund_only', 'with_return')`,
  incoming: comesBack,
  disputed: Prisma.sql`r.state = 'disputed'`,
  done: Prisma.sql`r.state IN ('received', 'closed', 'cancelled')`,
}

function matching(organizationId: string, { q, kind, shop }: ReturnFilters): Prisma.Sql {
  const conditions = [Prisma.sql`r.organization_id = ${organizationId}::uuid`]
  if (kind) conditions.push(Prisma.sql`r.kind::text = ${kind}`)
  if (shop) conditions.push(Prisma.sql`r.shop_id = ${shop}::uuid`)
  if (q) {
    const code = q.toUpperCase()
    conditions.push(Prisma.sql`(r.number = ${code} OR r.tracking_number = ${code} OR r.order_id IN (
      SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee' AND external_code = ${code}
      UNION ALL SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND code = ${code}))`)
  }
  return Prisma.join(conditions, ' AND ')
}

/** By the platform's deadline, the nearest first; those without one last. */
export async function listReturns(
  db: Db,
  organizationId: string,
  filters: ReturnFilters,
  size: number,
): Promise<Page<ReturnRow>> {
  const wanted = requestPage(filters, size, { ascending: true, isPlace: isDeadline })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, due, Prisma.sql`r.id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<ReturnRow[]>`
    SELECT r.id, r.number, r.order_id AS "orderId", coalesce(o.external_code, o.code) AS "orderCode", s.name AS "shopName", r.kind, r.state, r.platform_status AS "platformStatus", r.reason,
      r.refund_cents AS "refundCents", r.due_at AS "dueAt", r.opened_at AS "openedAt", r.tracking_number AS "trackingNumber", ${due}::text AS due,
      coalesce((SELECT least(sum(i.quantity), 2147483647)::int FROM return_item i WHERE i.organization_id = ${organizationId}::uuid AND i.return_id = r.id), 0) AS units,
      array(SELECT i.title FROM return_item i WHERE i.organization_id = ${organizationId}::uuid AND i.return_id = r.id ORDER BY i.line LIMIT 3) AS titles
    FROM order_return r JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = r.order_id
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = r.shop_id
    WHERE ${matching(organizationId, filters)} AND ${inTab[filters.tab]} ${beyond}
    ORDER BY ${due} ${order}, r.id ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, (row) => ({ value: row.due, id: row.id }))
}

export async function countTabs(
  db: Db,
  organizationId: string,
  filters: ReturnFilters,
): Promise<Record<ReturnTab, number>> {
  const [row] = await db.$queryRaw<[Record<ReturnTab, bigint>]>`
    SELECT count(*) FILTER (WHERE ${inTab.todo}) AS todo, count(*) FILTER (WHERE ${inTab.answer}) AS answer,
      count(*) FILTER (WHERE ${inTab.incoming}) AS incoming, count(*) FILTER (WHERE ${inTab.disputed}) AS disputed,
      count(*) FILTER (WHERE ${inTab.done}) AS done
    FROM order_return r WHERE ${matching(organizationId, filters)}`
  const counts = { todo: 0, answer: 0, incoming: 0, disputed: 0, done: 0 }
  for (const tab of Object.keys(counts) as ReturnTab[]) counts[tab] = Number(row[tab])
  return counts
}

/** Units that left and are on their way back: no stock of anybody's yet. */
export async function countComingBack(db: Db, organizationId: string): Promise<{ units: number; returns: number }> {
  const [row] = await db.$queryRaw<[{ units: bigint; returns: bigint }]>`
    SELECT coalesce(sum(i.units), 0)::bigint AS units, count(*) AS returns FROM order_return r
    CROSS JOIN LATERAL (
      SELECT sum(i.quantity) AS units FROM return_item i WHERE i.organization_id = ${organizationId}::uuid AND i.return_id = r.id) i
    WHERE r.organization_id = ${organizationId}::uuid AND ${comesBack}`
  return { units: Number(row.units), returns: Number(row.returns) }
}
