import 'server-only'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { byOrder, listItemsToShip } from '../dispatch/order-details'
import { byShelf, firstPlace } from '../dispatch/picking-order'
import { getRun, inputOf } from '../dispatch/run-record'
import { getParcel } from './parcels'
import type { NextParcel, NextParcelInput } from './schema'

/** A screen that was left holds its parcel for as long. */
const HELD_MINUTES = 15
/** The labels of one printed file, and more than a day of most shops. */
const QUEUED = 1000

type Queued = { id: string; number: string; orderId: string; code: string }

/**
 * The next parcel of the queue, in the order of the printed labels. The screen holds it, so that another tablet takes
 * the one after it; the parcel it held before is free again.
 */
export const takeNextParcel = (actor: Actor, { screenId, runId, skipped }: NextParcelInput): Promise<NextParcel> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const queue = await listQueue(db, organizationId, await ordersOf(db, organizationId, runId))
    const putOff = (id: string) => skipped.indexOf(id)
    for (const { id } of queue.toSorted((a, b) => putOff(a.id) - putOff(b.id))) {
      if (!(await holdParcel(db, organizationId, { id, screenId, isInHand: false }))) continue
      await releaseOthers(db, organizationId, { queue, id, screenId })
      return { parcel: await getParcel(db, organizationId, id), left: queue.length }
    }
    return { parcel: null, left: queue.length }
  })

/** Whether the screen holds it now. A parcel whose label is in the packer's hand is taken over from another screen. */
export async function holdParcel(
  db: Db,
  organizationId: string,
  { id, screenId, isInHand }: { id: string; screenId: string; isInHand: boolean },
): Promise<boolean> {
  const held = await db.$executeRaw`
    UPDATE package SET packing_screen = ${screenId}::uuid, packing_since = now()
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND packed_at IS NULL
      AND (${isInHand} OR packing_screen IS NULL OR packing_screen = ${screenId}::uuid
        OR packing_since < now() - make_interval(mins => ${HELD_MINUTES}::int))`
  return held === 1
}

type Held = { queue: readonly Queued[]; id: string; screenId: string }

const releaseOthers = (db: Db, organizationId: string, { queue, id, screenId }: Held) => db.$executeRaw`
  UPDATE package SET packing_screen = NULL, packing_since = NULL
  WHERE organization_id = ${organizationId}::uuid AND id = ANY (${queue.map((one) => one.id)}::uuid[]) AND id <> ${id}::uuid
    AND packing_screen = ${screenId}::uuid`

async function ordersOf(db: Db, organizationId: string, runId: string | null): Promise<string[] | null> {
  if (runId === null) return null
  const run = await getRun(db, organizationId, runId)
  if (!run) throw new UserError('notFound')
  return inputOf(run).orderIds
}

/** Printed, not packed, and free to leave: of these orders or of all. */
async function listQueue(db: Db, organizationId: string, orderIds: string[] | null): Promise<Queued[]> {
  const chosen = orderIds === null ? Prisma.empty : Prisma.sql`AND o.id = ANY (${orderIds}::uuid[])`
  const rows = await db.$queryRaw<Queued[]>`
    WITH to_ship AS MATERIALIZED (
      SELECT o.id, coalesce(o.external_code, o.code) AS code FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing') AND o.platform = 'shopee'
        AND NOT o.fulfilled_by_platform AND NOT o.cancellation_asked ${chosen}
    )
    SELECT k.id, k.number, o.id AS "orderId", o.code FROM to_ship o CROSS JOIN LATERAL (
      SELECT k.id, k.number, k.printed_at FROM package k
      WHERE k.organization_id = ${organizationId}::uuid AND k.order_id = o.id AND k.printed_at IS NOT NULL AND k.packed_at IS NULL OFFSET 0) k
    ORDER BY k.printed_at, k.id LIMIT ${QUEUED}`
  const items = byOrder(await listItemsToShip(db, organizationId, [...new Set(rows.map(({ orderId }) => orderId))]))
  return rows
    .map((row) => ({ ...row, at: firstPlace(items.get(row.orderId) ?? [], row.code) }))
    .toSorted((a, b) => byShelf(a.at, b.at) || (a.number < b.number ? -1 : 1))
}
