import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '../audit/record'
import { withOrganization, type Actor, type Db } from '../db'
import type { answerCancellationInput, cancelOrderInput } from '../dispatch/schema'
import { UserError } from '../errors'
import type { AuditEventName } from '../audit/events'
import { withShopToken } from '../shops/tokens'
import { ShopeeError } from '../shopee/errors'
import { answerBuyerCancellation, cancelOrder } from '../shopee/orders'
import { enqueueSync } from './streams'

/** A person waits. */
const patience = { deadlineMs: 8000, retries: 1 }

type Target = {
  id: string
  shopId: string
  code: string
  cancellationAsked: boolean
  items: { itemId: string; modelId: string }[]
}

/** Accepts or refuses what a buyer asks for. The order itself follows the platform. */
export async function answerCancellation(
  actor: Actor,
  { orderId, accept }: z.output<typeof answerCancellationInput>,
): Promise<{ orderId: string }> {
  const order = await requireOrder(actor, orderId)
  if (!order.cancellationAsked) throw new UserError('cancellationNotAsked')
  await ask(() =>
    withShopToken(
      actor,
      order.shopId,
      (shop) => answerBuyerCancellation(shop, order.code, accept ? 'ACCEPT' : 'REJECT'),
      patience,
    ),
  )
  return noteAsked(actor, order, 'order.cancellationAnswered', { accept })
}

/** Cancels an order that has not left, for a reason that the platform counts for or against the shop. */
export async function cancelPlatformOrder(
  actor: Actor,
  { orderId, reason }: z.output<typeof cancelOrderInput>,
): Promise<{ orderId: string }> {
  const order = await requireOrder(actor, orderId)
  const items = reason === 'OUT_OF_STOCK' ? order.items : undefined
  await ask(() =>
    withShopToken(
      actor,
      order.shopId,
      (shop) => cancelOrder(shop, { orderSn: order.code, reason, ...(items && { items }) }),
      patience,
    ),
  )
  return noteAsked(actor, order, 'order.cancellationSent', { reason })
}

const requireOrder = (actor: Actor, id: string): Promise<Target> =>
  withOrganization(actor, async (db) => {
    const order = await findOrder(db, actor.organizationId, id)
    if (!order) throw new UserError('notFound')
    if (order.platform !== 'shopee' || !order.shopId || !order.externalCode) throw new UserError('orderNotPlatform')
    const items = await db.$queryRaw<{ itemId: string; modelId: string }[]>`
      SELECT DISTINCT l.item_id AS "itemId", l.model_id AS "modelId" FROM order_item i
      JOIN listing l ON l.organization_id = ${actor.organizationId}::uuid AND l.id = i.listing_id AND l.item_id IS NOT NULL AND l.model_id IS NOT NULL
      WHERE i.organization_id = ${actor.organizationId}::uuid AND i.order_id = ${id}::uuid`
    return { id, shopId: order.shopId, code: order.externalCode, cancellationAsked: order.cancellationAsked, items }
  })

const findOrder = (db: Db, organizationId: string, id: string) =>
  db.order.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { platform: true, shopId: true, externalCode: true, cancellationAsked: true },
  })

async function ask(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
    if (error.kind === 'outcomeUnknown') throw new UserError('outcomeUnknown')
    if (error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil') throw new UserError('platformAway')
    throw new UserError('platformRefused', { values: { text: (error.text || error.code).slice(0, 300) } })
  }
}

const noteAsked = (actor: Actor, order: Target, event: AuditEventName, after: Record<string, unknown>) =>
  withOrganization(actor, async (db) => {
    await recordAudit(db, actor, { event, subjectId: order.id, after })
    await enqueueSync(db, 'sync-orders', order.shopId)
    return { orderId: order.id }
  })
