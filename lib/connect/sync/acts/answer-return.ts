import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ReturnState } from '@/lib/generated/prisma/enums'
import { WAITS_FOR_BUYER, type AnswerReturnInput } from '@/lib/sales/returns/schema'
import { patienceOfAPerson, withShopToken } from '../../shops/tokens'
import type { ShopCaller } from '@/lib/shopee/app'
import type { ShopeeReturn } from '@/lib/shopee/reshape-return'
import {
  acceptOffer,
  confirmReturn,
  disputeReturn,
  getReturnDetail,
  listDisputeReasons,
  offerReturn,
  type DisputeReason,
} from '@/lib/shopee/returns'
import { actOnce, callOnce } from './act-once'
import { enqueueSync } from '../streams/streams'

type Answer = AnswerReturnInput['answer']
type Target = {
  id: string
  orderId: string
  shopId: string
  number: string
  isGoods: boolean
  refundCents: bigint | null
  version: number
}

/** The buyer asks for no more than this; unknown where the platform gave none. */
function refuseOverRefund({ refundCents }: Target, answer: Answer): void {
  if (answer.kind === 'offer' && refundCents && BigInt(answer.amountCents) > refundCents)
    throw new UserError('invalidInput', { fields: { 'answer.amountCents': ['returns.fields.amountOver'] } })
}

/** Sends the answer once, and stores that; the platform decides how the return goes on. */
export const answerReturn = (
  actor: Actor,
  { returnId, version, answer }: AnswerReturnInput,
): Promise<{ returnId: string }> =>
  actOnce(actor, {
    subjectId: returnId,
    find: async (db) => {
      const target = await findTarget(db, actor, returnId)
      if (target.version !== version) throw new UserError('staleVersion')
      refuseOverRefund(target, answer)
      return target
    },
    send: ({ shopId, ...target }, patience) =>
      withShopToken(actor, shopId, (shop) => sendAnswer(shop, target, answer), patience),
    isDone: async ({ shopId, number, isGoods }, patience) => {
      const { data } = await withShopToken(actor, shopId, (shop) => getReturnDetail(shop, number), patience)
      return shows(data, answer, isGoods)
    },
    settle: (db, target) => keepAnswer(db, actor, target, answer),
  })

async function keepAnswer(db: Db, actor: Actor, target: Target, answer: Answer): Promise<{ returnId: string }> {
  const { organizationId } = actor
  const offer = answer.kind === 'offer' && {
    by: 'seller',
    cents: answer.amountCents,
    solution: solutionOf(target),
    at: new Date().toISOString(),
  }
  // A sync in between is newer than the answer.
  await db.$executeRaw`
    UPDATE order_return SET answered_at = now(), answered_by = ${actor.userId}::uuid, version = version + 1,
      state = CASE WHEN version = ${target.version} THEN ${stateAfter[answer.kind]}::"ReturnState" ELSE state END,
      negotiation_status = CASE WHEN version = ${target.version} AND ${answer.kind} = 'offer' THEN ${WAITS_FOR_BUYER} ELSE negotiation_status END,
      offers = with_offer(offers, ${offer ? JSON.stringify(offer) : null}::jsonb)
    WHERE organization_id = ${organizationId}::uuid AND id = ${target.id}::uuid`
  const after = {
    return: target.number,
    answer: answer.kind,
    ...(answer.kind === 'offer' && { amountCents: answer.amountCents }),
  }
  await recordAudit(db, actor, { event: 'order.returnAnswered', subjectId: target.orderId, after })
  await enqueueSync(db, 'sync-returns', target.shopId)
  return { returnId: target.id }
}

const stateAfter: Record<Answer['kind'], ReturnState> = {
  accept: 'accepted',
  acceptOffer: 'accepted',
  offer: 'open',
  dispute: 'disputed',
}

const solutionOf = ({ isGoods }: Pick<Target, 'isGoods'>) => (isGoods ? 'RETURN_REFUND' : 'REFUND')

function shows({ status, negotiation }: ShopeeReturn, answer: Answer, isGoods: boolean): boolean {
  switch (answer.kind) {
    case 'accept':
    case 'acceptOffer':
      return ['ACCEPTED', 'PROCESSING'].includes(status)
    case 'dispute':
      return ['JUDGING', 'SELLER_DISPUTE'].includes(status)
    case 'offer':
      return (
        negotiation.latestOfferBy === 'seller' &&
        negotiation.latestOfferCents === BigInt(answer.amountCents) &&
        negotiation.latestSolution === solutionOf({ isGoods })
      )
  }
}

export async function getDisputeReasons(
  actor: Actor,
  { returnId }: { returnId: string },
): Promise<{ reasons: DisputeReason[] }> {
  const { shopId, number } = await withOrganization(actor, (db) => findTarget(db, actor, returnId))
  return {
    reasons: await callOnce(() =>
      withShopToken(actor, shopId, (shop) => listDisputeReasons(shop, number), patienceOfAPerson),
    ),
  }
}

function sendAnswer(
  shop: ShopCaller,
  { number, isGoods }: Pick<Target, 'number' | 'isGoods'>,
  answer: Answer,
): Promise<void> {
  switch (answer.kind) {
    case 'accept':
      return confirmReturn(shop, number)
    case 'acceptOffer':
      return acceptOffer(shop, number)
    case 'offer':
      return offerReturn(shop, { returnSn: number, solution: solutionOf({ isGoods }), amountCents: answer.amountCents })
    case 'dispute':
      return disputeReturn(shop, {
        returnSn: number,
        reasonId: answer.reasonId,
        email: answer.email,
        text: answer.text,
      })
  }
}

async function findTarget(db: Db, { organizationId }: Actor, id: string): Promise<Target> {
  const orderReturn = await db.orderReturn.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: {
      id: true,
      orderId: true,
      shopId: true,
      number: true,
      kind: true,
      state: true,
      version: true,
      refundCents: true,
      order: { select: { externalCode: true } },
    },
  })
  if (!orderReturn) throw new UserError('notFound')
  // A return stored under its order's code has no number at the platform: the seller cannot answer it.
  if (orderReturn.state !== 'open' || orderReturn.number === orderReturn.order.externalCode)
    throw new UserError('returnNotOpen')
  const { kind, order: _, state: _state, ...target } = orderReturn
  return { ...target, isGoods: kind !== 'refund_only' }
}
