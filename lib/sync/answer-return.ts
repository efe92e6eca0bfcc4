import 'server-only'
import { recordAudit } from '../audit/record'
import { withOrganization, type Actor } from '../db'
import { UserError } from '../errors'
import type { ReturnState } from '../generated/prisma/enums'
import type { AnswerReturnInput } from '../returns/schema'
import { withShopToken } from '../shops/tokens'
import type { ShopCaller } from '../shopee/app'
import { ShopeeError } from '../shopee/errors'
import { confirmReturn, disputeReturn, listDisputeReasons, offerReturn, type DisputeReason } from '../shopee/returns'
import { enqueueSync } from './streams'

/** A person waits. */
const patience = { deadlineMs: 8000, retries: 1 }

type Target = { id: string; orderId: string; shopId: string; number: string; isGoods: boolean; version: number }

/** Tells the platform, then keeps that it was told; how the return goes on, the platform says. */
export async function answerReturn(
  actor: Actor,
  { returnId, version, answer }: AnswerReturnInput,
): Promise<{ returnId: string }> {
  const target = await requireTarget(actor, returnId)
  if (target.version !== version) throw new UserError('staleVersion')
  await ask(() => withShopToken(actor, target.shopId, (shop) => tell(shop, target, answer), patience))
  return withOrganization(actor, async (db) => {
    const state: ReturnState = answer.kind === 'accept' ? 'accepted' : answer.kind === 'dispute' ? 'disputed' : 'open'
    await db.orderReturn.updateMany({
      where: { organizationId: actor.organizationId, id: returnId, state: 'open' },
      data: { state, answeredAt: new Date(), answeredBy: actor.userId, version: { increment: 1 } },
    })
    const after = {
      return: target.number,
      answer: answer.kind,
      ...(answer.kind === 'offer' && { amountCents: answer.amountCents }),
    }
    await recordAudit(db, actor, { event: 'order.returnAnswered', subjectId: target.orderId, after })
    await enqueueSync(db, 'sync-returns', target.shopId)
    return { returnId }
  })
}

export async function getDisputeReasons(
  actor: Actor,
  { returnId }: { returnId: string },
): Promise<{ reasons: DisputeReason[] }> {
  const { shopId, number } = await requireTarget(actor, returnId)
  return {
    reasons: await ask(() => withShopToken(actor, shopId, (shop) => listDisputeReasons(shop, number), patience)),
  }
}

function tell(shop: ShopCaller, { number, isGoods }: Target, answer: AnswerReturnInput['answer']): Promise<void> {
  switch (answer.kind) {
    case 'accept':
      return confirmReturn(shop, number)
    case 'offer': {
      const solution = isGoods ? 'RETURN_REFUND' : 'REFUND'
      return offerReturn(shop, { returnSn: number, solution, amountCents: answer.amountCents })
    }
    case 'dispute':
      return disputeReturn(shop, {
        ...{ returnSn: number, reasonId: answer.reasonId },
        ...{ email: answer.email, text: answer.text },
      })
  }
}

const requireTarget = (actor: Actor, id: string): Promise<Target> =>
  withOrganization(actor, async (db) => {
    const { organizationId } = actor
    const found = await db.orderReturn.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: {
        ...{ id: true, orderId: true, shopId: true, number: true, kind: true, state: true, version: true },
        order: { select: { externalCode: true } },
      },
    })
    if (!found) throw new UserError('notFound')
    // What stands under its order's code has no number at the platform: nobody asks the seller for a word.
    if (found.state !== 'open' || found.number === found.order.externalCode) throw new UserError('returnNotOpen')
    const { kind, order: _, state: _state, ...target } = found
    return { ...target, isGoods: kind !== 'refund_only' }
  })

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
    if (error.kind === 'outcomeUnknown') throw new UserError('outcomeUnknown')
    if (error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil') throw new UserError('platformAway')
    throw new UserError('platformRefused', { values: { text: (error.text || error.code).slice(0, 300) } })
  }
}
