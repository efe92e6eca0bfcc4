import 'server-only'
import { recordAudit } from '../audit/record'
import { can } from '../auth/permissions'
import { writeOnce, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { refuseOrder } from './refuse-order'
import type { EditOrderInput } from './schema'

export type EditedOrder = { version: number; totalCents: string }
type Edited = EditedOrder & { before: Record<string, unknown>; customerChanged: boolean }

/**
 * Rewrites a manual order that has not left yet, as it was seen. Stock is booked by its difference; what asks for more than
 * there is refuses the whole. Of a paid order only who may cancel it changes what was agreed.
 */
export async function editOrder(actor: Actor, { lines, ...input }: EditOrderInput): Promise<EditedOrder> {
  const asked = lines.map(({ line, productId, quantity, unitPriceCents }) => ({
    ...{ line, product: productId, quantity, price: unitPriceCents },
  }))
  const body = JSON.stringify({ ...input, lines: asked, actorId: actor.userId }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return writeOnce(actor, async (db) => {
    const [row] = await db.$queryRaw<[{ edited: Edited }]>`SELECT edit_order(${body}::jsonb) AS edited`
    const { before, customerChanged, ...edited } = row.edited
    if (!can(actor.role, 'order.cancelPaid') && !(await isPending(db, actor.organizationId, input.id)))
      throw new UserError('permissionDenied')
    const { channelId, day, discountCents } = input
    await recordAudit(db, actor, {
      event: 'order.edited',
      subjectId: input.id,
      before,
      // Whom it is for is personal: the trail says that it changed, not to whom.
      after: {
        ...{ channelId, day, discountCents, customerChanged, totalCents: edited.totalCents },
        lines: lines.map(({ line: _, ...rest }) => rest),
      },
    })
    return edited
  }).catch((error: unknown) => refuseOrder(actor, error, 'insufficientStockMore'))
}

const isPending = async (db: Db, organizationId: string, id: string) =>
  (await db.order.count({ where: { organizationId, id, status: 'pending' } })) > 0
