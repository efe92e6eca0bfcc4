import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import type { answerCancellationInput, cancelOrderInput } from '@/lib/sales/dispatch/schema'
import { UserError } from '@/lib/core/errors'
import type { AuditEventName } from '@/lib/core/audit/events'
import { withShopToken, type CallOptions } from '../../shops/tokens'
import { answerBuyerCancellation, cancelOrder, getOrderDetails } from '@/lib/shopee/orders'
import { actOnce } from './act-once'
import { enqueueSync } from '../streams/streams'

type Target = {
  id: string
  shopId: string
  code: string
  cancellationAsked: boolean
  items: { itemId: string; modelId: string }[]
}

/** Accepts or refuses what a buyer asks for. The order itself follows the platform. */
export const answerCancellation = (
  actor: Actor,
  { orderId, accept }: z.output<typeof answerCancellationInput>,
): Promise<{ orderId: string }> =>
  actOnce(actor, {
    subjectId: orderId,
    find: async (db) => {
      const order = await findTarget(db, actor, orderId)
      if (!order.cancellationAsked) throw new UserError('cancellationNotAsked')
      return order
    },
    send: ({ shopId, code }, patience) =>
      withShopToken(
        actor,
        shopId,
        (shop) => answerBuyerCancellation(shop, code, accept ? 'ACCEPT' : 'REJECT'),
        patience,
      ),
    isDone: async (order, patience) => {
      const status = await statusOf(actor, order, patience)
      return accept ? status === 'CANCELLED' : status !== null && !['IN_CANCEL', 'CANCELLED'].includes(status)
    },
    settle: (db, order) => noteRequested(db, actor, order, 'order.cancellationAnswered', { accept }),
  })

/** Cancels an order that has not left, for a reason that the platform counts for or against the shop. */
export const cancelPlatformOrder = (
  actor: Actor,
  { orderId, reason }: z.output<typeof cancelOrderInput>,
): Promise<{ orderId: string }> =>
  actOnce(actor, {
    subjectId: orderId,
    find: (db) => findTarget(db, actor, orderId),
    send: ({ shopId, code, items }, patience) =>
      withShopToken(
        actor,
        shopId,
        (shop) => cancelOrder(shop, { orderSn: code, reason, ...(reason === 'OUT_OF_STOCK' && { items }) }),
        patience,
      ),
    isDone: async (order, patience) => (await statusOf(actor, order, patience)) === 'CANCELLED',
    settle: (db, order) => noteRequested(db, actor, order, 'order.cancellationSent', { reason }),
  })

async function statusOf(actor: Actor, { shopId, code }: Target, patience: CallOptions): Promise<string | null> {
  const { read } = await withShopToken(actor, shopId, (shop) => getOrderDetails(shop, [code]), patience)
  return read[0]?.data.status ?? null
}

async function findTarget(db: Db, { organizationId }: Actor, id: string): Promise<Target> {
  const order = await findOrder(db, organizationId, id)
  if (!order) throw new UserError('notFound')
  if (order.platform !== 'shopee' || !order.shopId || !order.externalCode) throw new UserError('orderNotPlatform')
  const items = await db.$queryRaw<{ itemId: string; modelId: string }[]>`
    SELECT DISTINCT l.item_id AS "itemId", l.model_id AS "modelId" FROM order_item i
    JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = i.listing_id AND l.item_id IS NOT NULL AND l.model_id IS NOT NULL
    WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = ${id}::uuid`
  return { id, shopId: order.shopId, code: order.externalCode, cancellationAsked: order.cancellationAsked, items }
}

const findOrder = (db: Db, organizationId: string, id: string) =>
  db.order.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { platform: true, shopId: true, externalCode: true, cancellationAsked: true },
  })

async function noteRequested(
  db: Db,
  actor: Actor,
  order: Target,
  event: AuditEventName,
  after: Record<string, unknown>,
): Promise<{ orderId: string }> {
  await recordAudit(db, actor, { event, subjectId: order.id, after })
  await enqueueSync(db, 'sync-orders', order.shopId)
  return { orderId: order.id }
}
