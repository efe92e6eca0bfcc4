import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can } from '@/lib/core/permissions'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { cancelManualItems, leftOf } from '@/lib/sales/orders/cancel-items'
import type { CancelItemsInput } from '@/lib/sales/orders/schema'
import { withShopToken, type CallOptions } from '../../shops/tokens'
import { cancelOrder, getOrderDetails, type CancelledUnits } from '@/lib/shopee/orders'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import { actOnce } from './act-once'
import { lineKey } from '../inbound/order-payload'
import { enqueueSync } from '../streams/streams'

type Line = { line: number; quantity: number; itemId: string; modelId: string; nth: number; cancelled: number }
type Target = { id: string; shopId: string; code: string; lines: Line[] }

/**
 * Cancels units of an order that cannot be sent while the rest goes on: at the platform where it is the platform's order, whose
 * next reading changes ours, and here alone where it was entered by hand.
 */
export async function cancelItems(actor: Actor, input: CancelItemsInput): Promise<{ orderId: string }> {
  const order = await withOrganization(actor, (db) => findOrder(db, actor, input.id))
  if (!order) throw new UserError('notFound')
  if (order.platform === 'manual') return cancelManualItems(actor, input)
  if (!can(actor.role, 'order.cancelPaid')) throw new UserError('permissionDenied')
  return actOnce(actor, {
    subjectId: input.id,
    find: (db) => findTarget(db, actor, input),
    send: async (target, patience) => {
      const detail = await readOrder(actor, target, patience)
      if (!detail?.mayCancelPart) throw new UserError('partCancelRefused')
      const units = unitsOf(detail, target)
      await withShopToken(
        actor,
        target.shopId,
        (shop) => cancelOrder(shop, { orderSn: target.code, reason: 'OUT_OF_STOCK', items: units, units }),
        patience,
      )
    },
    isDone: async (target, patience) => {
      const detail = await readOrder(actor, target, patience)
      return detail !== null && target.lines.every((line) => leftAt(detail, line) === leftHere(target, line))
    },
    settle: async (db, { id, shopId, lines }) => {
      const after = {
        lines: lines.flatMap(({ line, quantity, cancelled }) => (cancelled ? { line, quantity, cancelled } : [])),
      }
      await recordAudit(db, actor, { event: 'order.itemsCancellationSent', subjectId: id, after })
      await enqueueSync(db, 'sync-orders', shopId)
      return { orderId: id }
    },
  })
}

async function readOrder(actor: Actor, { shopId, code }: Target, patience: CallOptions): Promise<ShopeeOrder | null> {
  const { read } = await withShopToken(actor, shopId, (shop) => getOrderDetails(shop, [code]), patience)
  return read[0]?.data ?? null
}

const findOrder = (db: Db, { organizationId }: Actor, id: string) =>
  db.order.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { platform: true, shopId: true, externalCode: true },
  })

/** Its lines as the platform names them: a listing that stands in several lines by its place among them. */
async function findTarget(db: Db, actor: Actor, input: CancelItemsInput): Promise<Target> {
  const order = await findOrder(db, actor, input.id)
  if (!order?.shopId || !order.externalCode) throw new UserError('orderNotPlatform')
  const { organizationId } = actor
  const rows = await db.$queryRaw<
    { line: number; quantity: number; itemId: string | null; modelId: string | null; nth: number }[]
  >`
    SELECT i.line, i.quantity, l.item_id AS "itemId", l.model_id AS "modelId",
      row_number() OVER (PARTITION BY l.item_id, l.model_id ORDER BY i.line)::int AS nth
    FROM order_item i LEFT JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = i.listing_id
    WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = ${input.id}::uuid`
  leftOf(rows, input)
  const wanted = new Map(input.lines.map(({ line, cancelled }) => [line, cancelled]))
  const lines = rows.map(({ itemId, modelId, ...row }) => {
    if (itemId === null || modelId === null) throw new UserError('orderNotPlatform')
    return { ...row, itemId, modelId, cancelled: wanted.get(row.line) ?? 0 }
  })
  return { id: input.id, shopId: order.shopId, code: order.externalCode, lines }
}

const sum = <One>(all: readonly One[], of: (one: One) => number) => all.reduce((total, one) => total + of(one), 0)
const isOf =
  ({ itemId, modelId }: Line) =>
  (one: { itemId: string; modelId: string }) =>
    one.itemId === itemId && one.modelId === modelId
const leftAt = ({ items }: ShopeeOrder, line: Line) =>
  sum(items.filter(isOf(line)), ({ quantity, cancelledQuantity }) => quantity - cancelledQuantity)
const leftHere = ({ lines }: Target, line: Line) =>
  sum(lines.filter(isOf(line)), ({ quantity, cancelled }) => quantity - cancelled)

/** The units by the ids that the platform gives their lines now; refused where it has other units left than were seen. */
function unitsOf(detail: ShopeeOrder, { lines }: Target): CancelledUnits[] {
  const seen = new Map<string, number>()
  const items = new Map(
    detail.items.flatMap((item) => {
      if (item.quantity <= item.cancelledQuantity) return []
      const listing = lineKey(item.itemId, item.modelId, 0)
      seen.set(listing, (seen.get(listing) ?? 0) + 1)
      return [[lineKey(item.itemId, item.modelId, seen.get(listing)!), item] as const]
    }),
  )
  return lines.flatMap(({ itemId, modelId, nth, quantity, cancelled }) => {
    const item = items.get(lineKey(itemId, modelId, nth))
    if (!item || item.quantity - item.cancelledQuantity !== quantity) throw new UserError('staleVersion')
    return cancelled === 0 ? [] : { ...item, quantity: cancelled }
  })
}
