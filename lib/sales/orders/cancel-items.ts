import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDay } from '@/lib/core/database/days'
import { rewriteOrder } from './edit-order'
import { refuseOrder } from './refuse-order'
import { grossOf, type CancelItemsInput } from './schema'

type SeenLine = { line: number; quantity: number }

/** How many units of each line are left. Refuses lines that are not what was seen, and what would leave nothing to send. */
export function leftOf<Line extends SeenLine>(
  lines: readonly Line[],
  { lines: cancelledLines }: CancelItemsInput,
): Line[] {
  const wanted = new Map(cancelledLines.map((one) => [one.line, one]))
  const isSeen = cancelledLines.every(({ line, quantity }) =>
    lines.some((one) => one.line === line && one.quantity === quantity),
  )
  if (!isSeen) throw new UserError('staleVersion')
  const left = lines.map((one) => ({ ...one, quantity: one.quantity - (wanted.get(one.line)?.cancelled ?? 0) }))
  if (left.every(({ quantity }) => quantity === 0)) throw new UserError('orderCancelWhole')
  return left
}

/** The share of a discount in cents that stays with what is left, half a cent up. */
export const discountLeft = (discountCents: bigint, leftCents: bigint, wholeCents: bigint): bigint =>
  wholeCents === 0n ? 0n : (2n * discountCents * leftCents + wholeCents) / (2n * wholeCents)

const fields = {
  version: true,
  status: true,
  channelId: true,
  localDay: true,
  customerName: true,
  sellerDiscountCents: true,
  items: {
    orderBy: { line: 'asc' },
    select: { line: true, productId: true, quantity: true, unitPriceCents: true },
  },
} as const

/**
 * Cancels units of a manual order that has not left. The order's discount stays in proportion to the rest; stock, the
 * channel's fee and the sales figures follow as after an edit. A paid order needs the right to cancel it.
 */
export const cancelManualItems = (actor: Actor, input: CancelItemsInput): Promise<{ orderId: string }> =>
  writeOnce(actor, async (db) => {
    const { items, sellerDiscountCents, localDay, channelId, status, ...order } = await find(db, actor, input.id)
    if (status !== 'pending' && !can(actor.role, 'order.cancelPaid')) throw new UserError('permissionDenied')
    const lines = leftOf(items, input).filter(({ quantity }) => quantity > 0)
    const discountCents = discountLeft(sellerDiscountCents, grossOf(lines), grossOf(items))
    const sale = { id: input.id, ...order, channelId, day: asDay(localDay), discountCents, lines }
    const { before, totalCents } = await rewriteOrder(db, actor, sale)
    await recordAudit(db, actor, {
      event: 'order.itemsCancelled',
      subjectId: input.id,
      before,
      after: {
        channelId,
        day: asDay(localDay),
        discountCents,
        totalCents,
        lines: lines.map(({ line: _, ...rest }) => rest),
      },
    })
    return { orderId: input.id }
  }).catch((error: unknown) => refuseOrder(actor, error))

async function find(db: Db, { organizationId }: Actor, id: string) {
  const where = { organizationId_id: { organizationId, id } }
  const { channelId, ...order } = (await db.order.findUnique({ where, select: fields })) ?? { channelId: null }
  if (channelId === null || !('items' in order)) throw new UserError('notFound')
  return { ...order, channelId }
}
