import { z } from 'zod'
import { shopEndpoint, type Endpoint } from '../gateway'
import { reais } from '../orders/order-detail'
import { PlatformError } from '../platform-error'
import type { Database } from '../database'
import { acceptOffer } from './drive-return'
import { changeReturn, grantRefund, mustBe } from './move-return'
import { lockReturn, type ReturnRow } from './return-rows'

// Invented: what confirm, offer and accept_offer take and answer; their descriptions are not at hand.
export const oneReturn = z.object({ return_sn: z.string() })

export async function lockOwnReturn(db: Database, returnSn: string, shopId: bigint): Promise<ReturnRow> {
  const row = await lockReturn(db, returnSn)
  if (row?.shop_id !== shopId) throw new PlatformError('error_param', 'Return SN or ID is invalid.')
  return row
}

/** The buyer is right: paid back at once, or first sent back when the goods shall return. */
const confirm = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/confirm',
  body: oneReturn,
  run: async ({ db, shop, now, platform, body }) => {
    const row = await lockOwnReturn(db, body.return_sn, shop.shop_id)
    const moment = { db, now, platform }
    const hasArrived = row.reverse_logistics_status === 'LOGISTICS_DELIVERY_DONE'
    if (row.status === 'PROCESSING' && hasArrived) await grantRefund(moment, row)
    else {
      mustBe(row, 'REQUESTED')
      if (row.needs_logistics)
        await changeReturn(moment, row, { status: 'PROCESSING', reverse_logistics_status: 'LOGISTICS_REQUEST_CREATED' })
      else await grantRefund(moment, row)
    }
    return { return_sn: row.return_sn }
  },
})

const solutions = z.enum(['RETURN_REFUND', 'REFUND'], 'is invalid')

const offer = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/offer',
  body: oneReturn.extend({ proposed_solution: solutions, proposed_adjusted_refund_amount: z.number().optional() }),
  run: async ({ db, shop, now, platform, body }) => {
    const row = await lockOwnReturn(db, body.return_sn, shop.shop_id)
    mustBe(row, 'REQUESTED')
    const offeredCents = Math.round((body.proposed_adjusted_refund_amount ?? reais(row.refund_amount_cents)) * 100)
    if (offeredCents <= 0 || offeredCents > row.amount_before_discount_cents)
      throw new PlatformError('error_param', 'Wrong parameters, detail: proposed_adjusted_refund_amount is invalid.')
    await changeReturn({ db, now, platform }, row, {
      negotiation_status: 'PENDING_BUYER_RESPOND',
      latest_solution: body.proposed_solution,
      latest_offer_amount_cents: offeredCents,
      latest_offer_creator: 'seller',
    })
    return { return_sn: row.return_sn }
  },
})

const acceptBuyersOffer = shopEndpoint({
  method: 'POST',
  path: '/api/v2/returns/accept_offer',
  body: oneReturn,
  run: async ({ db, shop, now, platform, body }) => {
    const row = await lockOwnReturn(db, body.return_sn, shop.shop_id)
    mustBe(row, 'REQUESTED')
    if (row.latest_offer_creator !== 'buyer' || row.latest_offer_amount_cents === null)
      throw new PlatformError('error_perm', 'There is no offer to accept.')
    await acceptOffer({ db, now, platform }, row, row.latest_offer_amount_cents)
    return { return_sn: row.return_sn }
  },
})

export const answerEndpoints: Endpoint[] = [confirm, offer, acceptBuyersOffer]
