import { newTrackingNumber } from '../orders/platform-numbers'
import { moveOrder, type Moment } from '../orders/move-order'
import { lockOrder } from '../orders/order-rows'
import { PlatformError } from '../platform-error'
import { changeReturn, grantRefund, mustBe, refuseRefund } from './move-return'
import { lockReturn, type ReturnRow, type ReturnStatus } from './return-rows'

type Step = (moment: Moment, row: ReturnRow) => Promise<unknown>

const SELLER_DAYS_SECONDS = 3 * 86_400

/** The steps of a return by buyer, carrier and platform. */
const steps = {
  'buyer-ships': async (moment, row) => {
    mustBe(row, 'PROCESSING')
    await changeReturn(moment, row, {
      tracking_number: row.tracking_number || newTrackingNumber(),
      ...reverse(moment, 'LOGISTICS_PICKUP_DONE'),
    })
  },
  arrive,
  refund: async (moment, row) => {
    mustBe(row, 'REQUESTED', 'PROCESSING', 'JUDGING', 'SELLER_DISPUTE')
    await grantRefund(moment, row)
  },
  'buyer-withdraws': async (moment, row) => {
    mustBe(row, 'REQUESTED', 'PROCESSING')
    await refuseRefund(moment, row, 'CANCELLED')
  },
  judge: async (moment, row) => {
    mustBe(row, 'SELLER_DISPUTE')
    await changeReturn(moment, row, { status: 'JUDGING' })
  },
  'seller-wins': async (moment, row) => {
    mustBe(row, 'JUDGING', 'SELLER_DISPUTE')
    await refuseRefund(moment, row, 'CLOSED')
  },
  'ask-proof': async (moment, row) => {
    mustBe(row, 'JUDGING', 'SELLER_DISPUTE', 'ACCEPTED')
    await changeReturn(moment, row, { seller_proof_status: 'PENDING' })
  },
  'buyer-counters': async (moment, row) => {
    mustBe(row, 'REQUESTED')
    const halfCents = Math.round(row.refund_amount_cents / 2)
    await changeReturn(moment, row, {
      negotiation_status: 'PENDING_RESPOND',
      latest_solution: 'REFUND',
      latest_offer_amount_cents: row.latest_offer_amount_cents ?? halfCents,
      latest_offer_creator: 'buyer',
    })
  },
  'buyer-accepts-offer': async (moment, row) => {
    mustBe(row, 'REQUESTED')
    if (row.latest_offer_creator !== 'seller' || row.latest_offer_amount_cents === null)
      throw new PlatformError('error_perm', 'There is no offer of the seller.')
    await acceptOffer(moment, row, row.latest_offer_amount_cents)
  },
} satisfies Record<string, Step>

export type ReturnStep = keyof typeof steps
export const returnSteps = Object.keys(steps) as [ReturnStep, ...ReturnStep[]]

export async function driveReturn(
  moment: Moment,
  returnSn: string,
  step: ReturnStep,
): Promise<{ status: ReturnStatus }> {
  const row = await lockReturn(moment.db, returnSn)
  if (!row) throw new PlatformError('error_param', 'Return SN or ID is invalid.')
  await steps[step](moment, row)
  return { status: (await lockReturn(moment.db, returnSn))!.status }
}

const reverse = ({ now }: Moment, reverse_logistics_status: string) => ({
  reverse_logistics_status,
  reverse_logistics_update_time: now,
})

/** The goods are with the seller again: a failed delivery ends with it, a return waits for the seller's word. */
async function arrive(moment: Moment, row: ReturnRow): Promise<void> {
  mustBe(row, 'PROCESSING')
  if (!row.needs_logistics) throw new PlatformError('error_perm', 'Nothing is on its way back.')
  await changeReturn(moment, row, {
    ...reverse(moment, 'LOGISTICS_DELIVERY_DONE'),
    return_seller_due_date: moment.now + SELLER_DAYS_SECONDS,
  })
  if (row.kind !== 'failed_delivery') return
  await changeReturn(moment, row, { status: 'ACCEPTED' })
  const whole = (await lockOrder(moment.db, row.order_sn))!
  if (whole.order.status === 'TO_RETURN')
    await moveOrder(moment, whole, 'undoAfterReturn', { cancelBy: 'system', cancelReason: 'Failed Delivery' })
}

/** Both agree: that amount is refunded and nothing is sent back. */
export async function acceptOffer(moment: Moment, row: ReturnRow, amountCents: number): Promise<void> {
  await changeReturn(moment, row, { refund_amount_cents: amountCents, negotiation_status: 'ACCEPTED' })
  await grantRefund(moment, { ...row, refund_amount_cents: amountCents })
}
