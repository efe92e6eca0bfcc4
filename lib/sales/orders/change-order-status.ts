import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { refuseOrder } from './refuse-order'
import type { ChangeOrderStatusInput } from './schema'

export type ChangedOrder = { from: string; to: string; version: number }

/** Moves a manual order forward or cancels it; who may not cancel what is paid is refused. */
export async function changeOrderStatus(
  actor: Actor,
  { id, version, to }: ChangeOrderStatusInput,
): Promise<ChangedOrder> {
  return writeOnce(actor, async (db) => {
    const [row] = await db.$queryRaw<[{ changed: ChangedOrder }]>`
      SELECT set_order_status(${id}::uuid, ${version}::int, ${to}::"OrderStatus", ${actor.userId}::uuid) AS changed`
    const { changed } = row
    if (to === 'cancelled' && changed.from !== 'pending' && !can(actor.role, 'order.cancelPaid'))
      throw new UserError('permissionDenied')
    await recordAudit(db, actor, {
      event: to === 'cancelled' ? 'order.cancelled' : 'order.statusChanged',
      subjectId: id,
      before: { status: changed.from },
      after: { status: changed.to },
    })
    return changed
  }).catch((error: unknown) => refuseOrder(actor, error))
}
