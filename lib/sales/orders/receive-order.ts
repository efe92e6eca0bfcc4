import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listUnitsAway } from './detail'
import { refuseOrder } from './refuse-order'
import type { ReceiveOrderInput } from './schema'

/** Books what came back of a cancelled manual order by what was found; received once, however often it is sent. */
export async function receiveOrder(
  actor: Actor,
  { id, version, lines }: ReceiveOrderInput,
): Promise<{ version: number }> {
  const result = JSON.stringify(lines.map(({ productId, ...units }) => ({ product: productId, ...units })))
  return writeOnce(actor, async (db) => {
    const away = (await listUnitsAway(db, actor.organizationId, id)).map(({ productId }) => productId)
    if (away.length > 0 && lines.some(({ productId }) => !away.includes(productId))) throw new UserError('skuNotFound')
    const [row] = await db.$queryRaw<[{ received: { version: number } }]>`
      SELECT receive_order(${id}::uuid, ${version}::int, ${result}::jsonb, ${actor.userId}::uuid) AS received`
    await recordAudit(db, actor, { event: 'order.received', subjectId: id, after: { lines } })
    return row.received
  }).catch((error: unknown) => refuseOrder(actor, error))
}
