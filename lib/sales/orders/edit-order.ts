import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { refuseOrder } from './refuse-order'
import type { EditOrderInput } from './schema'
import { mayBeEdited } from './stage'

export type EditedOrder = { version: number; totalCents: string }
type Edited = EditedOrder & { before: Record<string, unknown>; customerChanged: boolean }

/**
 * Rewrites a manual order that has not left yet, as it was seen. Stock is booked by its difference; a line beyond the
 * stock refuses the whole. Changing the terms of a paid order needs the right to cancel it.
 */
export async function editOrder(actor: Actor, { lines, ...input }: EditOrderInput): Promise<EditedOrder> {
  return writeOnce(actor, async (db) => {
    const same = await findUnchanged(db, actor, { ...input, lines })
    if (same) return same
    const { before, customerChanged, ...edited } = await rewriteOrder(db, actor, { ...input, lines })
    if (!can(actor.role, 'order.cancelPaid') && !(await isPending(db, actor.organizationId, input.id)))
      throw new UserError('permissionDenied')
    const { channelId, day, discountCents, freightPaidCents, freightCostCents, paymentMethod } = input
    await recordAudit(db, actor, {
      event: 'order.edited',
      subjectId: input.id,
      before,
      // Whom it is for is personal: the trail says that it changed, not to whom.
      after: {
        channelId,
        day,
        discountCents,
        freightPaidCents,
        freightCostCents,
        paymentMethod,
        customerChanged,
        totalCents: edited.totalCents,
        lines: lines.map(({ line: _, ...rest }) => rest),
      },
    })
    return edited
  }).catch((error: unknown) => refuseOrder(actor, error, 'insufficientStockMore'))
}

/**
 * Stock, sums, the channel's fee and the sales figures follow by the difference. A refusal by the database gets its
 * text from refuseOrder.
 */
export async function rewriteOrder(db: Db, { userId }: Actor, { lines, ...input }: EditOrderInput): Promise<Edited> {
  const changed = lines.map(({ line, productId, quantity, unitPriceCents }) => ({
    line,
    product: productId,
    quantity,
    price: unitPriceCents,
  }))
  const body = JSON.stringify({ ...input, lines: changed, actorId: userId }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const [row] = await db.$queryRaw<[{ edited: Edited }]>`SELECT edit_order(${body}::jsonb) AS edited`
  return row.edited
}

/** The order where it is already what is asked for, and this role may still change it: nothing is to be written. */
async function findUnchanged(
  db: Db,
  { organizationId, role }: Actor,
  input: EditOrderInput,
): Promise<EditedOrder | null> {
  const { id, version, channelId, customerName, discountCents, lines } = input
  const { freightPaidCents, freightCostCents, paymentMethod } = input
  const terms = { freightPaidCents, freightCostCents, paymentMethod }
  const same = { ...terms, channelId, customerName, localDay: new Date(input.day), sellerDiscountCents: discountCents }
  const order = await db.order.findFirst({
    where: { organizationId, id, version, ...same },
    select: {
      version: true,
      platform: true,
      status: true,
      shippedAt: true,
      totalCents: true,
      items: { select: { line: true, productId: true, quantity: true, unitPriceCents: true } },
    },
  })
  if (!order || !mayBeEdited(order) || order.items.length !== lines.length) return null
  if (order.status !== 'pending' && !can(role, 'order.cancelPaid')) return null
  const isKept = order.items.every(({ line, productId, quantity, unitPriceCents }) =>
    lines.some(
      (kept) =>
        kept.line === line &&
        kept.productId === productId &&
        kept.quantity === quantity &&
        kept.unitPriceCents === unitPriceCents,
    ),
  )
  return isKept ? { version: order.version, totalCents: order.totalCents.toString() } : null
}

const isPending = async (db: Db, organizationId: string, id: string) =>
  (await db.order.count({ where: { organizationId, id, status: 'pending' } })) > 0
