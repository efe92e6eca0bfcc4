import type { Database } from '../database'
import type { Platform } from '../platform'
import { PlatformError } from '../platform-error'
import { listIncomes, type LoadedIncome } from './order-incomes'
import { payTime } from './pay-days'
import { addToWallet, getWalletBalance, lockWallet } from './wallet'

/** Why the order's money changed, as its adjustment and the wallet say. */
export const REFUND_AFTER_PAYOUT = 'Return Refund deduction'

const ORDER_NOT_FOUND = 'Order SN provided is invalid or does not belong to you. Please enter a valid Order SN.'

async function getIncome(db: Database, orderSn: string): Promise<LoadedIncome & { shopId: bigint }> {
  const { rows } = await db.query<{ shop_id: bigint }>('SELECT shop_id FROM orders WHERE order_sn = $1', [orderSn])
  const shopId = rows[0]?.shop_id
  const [loaded] = shopId === undefined ? [] : await listIncomes(db, shopId, [orderSn])
  if (shopId === undefined || !loaded) throw new PlatformError('order_not_found', ORDER_NOT_FOUND)
  return { ...loaded, shopId }
}

/**
 * Pays an order out once it is COMPLETED: the escrow becomes final and goes to the wallet (or leaves it, when the
 * order costs more than it brings). Called again it does nothing.
 */
export async function settleOrder(db: Database, orderSn: string, now: number): Promise<void> {
  const loaded = await getIncome(db, orderSn)
  if (loaded.status !== 'COMPLETED') throw new PlatformError('error_param', 'Only a completed order is paid out.')
  const payoutCents = loaded.income.escrowCents
  const { rowCount } = await db.query(
    `INSERT INTO order_money (order_sn, shop_id, payout_cents, release_time) VALUES ($1, $2, $3, $4)
     ON CONFLICT (order_sn) DO UPDATE SET payout_cents = excluded.payout_cents, release_time = excluded.release_time
     WHERE order_money.payout_cents IS NULL`,
    [orderSn, loaded.shopId, payoutCents, now],
  )
  if (!rowCount || payoutCents === 0) return
  await addToWallet(db, {
    shopId: loaded.shopId,
    type: payoutCents > 0 ? 'ESCROW_VERIFIED_ADD' : 'ESCROW_VERIFIED_MINUS',
    amountCents: payoutCents,
    now,
    orderSn,
  })
}

/** As settleOrder, on the next bank day: credited by payOutWaiting. */
export async function settleOnBankDay(db: Database, orderSn: string, now: number): Promise<void> {
  const dueTime = payTime(now)
  if (dueTime <= now) return settleOrder(db, orderSn, now)
  await db.query('INSERT INTO payout_waiting (order_sn, due_time) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    orderSn,
    dueTime,
  ])
}

const PAID_AT_ONCE = 200

/** Payouts that waited for their bank day. */
export async function payOutWaiting(platform: Platform): Promise<void> {
  await platform.transaction(async (db) => {
    const { rows } = await db.query<{ orderSn: string; dueTime: number }>(
      `DELETE FROM payout_waiting WHERE order_sn = ANY (ARRAY(
         SELECT order_sn FROM payout_waiting WHERE due_time <= $1 ORDER BY due_time LIMIT ${PAID_AT_ONCE} FOR UPDATE SKIP LOCKED))
       RETURNING order_sn AS "orderSn", due_time AS "dueTime"`,
      [platform.clock.now()],
    )
    for (const { orderSn, dueTime } of rows) await settleOrder(db, orderSn, dueTime)
  })
}

/** A correction after the payout, signed; shows in order_adjustment and in the wallet. */
export async function adjustOrder(
  db: Database,
  change: { orderSn: string; amountCents: number; reason: string; now: number },
): Promise<void> {
  if (change.amountCents === 0) return
  const { shopId } = await addAdjustment(db, change)
  await addToWallet(db, {
    shopId,
    type: change.amountCents > 0 ? 'ADJUSTMENT_CENTER_ADD' : 'ADJUSTMENT_CENTER_DEDUCT',
    amountCents: change.amountCents,
    now: change.now,
    orderSn: change.orderSn,
    reason: change.reason,
  })
}

/** A refund granted after the payout is taken back from the wallet. Amount in positive cents. */
export async function refundAfterPayout(
  db: Database,
  refund: { orderSn: string; returnSn: string; amountCents: number; now: number },
): Promise<void> {
  const amountCents = 0 - refund.amountCents
  if (amountCents === 0) return
  const reason = REFUND_AFTER_PAYOUT
  const { shopId } = await addAdjustment(db, { ...refund, amountCents, reason })
  await addToWallet(db, {
    shopId,
    type: 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED',
    amountCents,
    now: refund.now,
    orderSn: refund.orderSn,
    refundSn: refund.returnSn,
    reason,
  })
}

/**
 * The platform's compensation for a parcel that it or its carrier lost. The order itself is cancelled and brings
 * nothing.
 */
export async function compensateSeller(
  db: Database,
  compensation: { orderSn: string; returnSn?: string; amountCents: number; now: number },
): Promise<void> {
  const reason = 'Lost parcel compensation'
  const { shopId } = await addAdjustment(db, { ...compensation, reason })
  await addToWallet(db, {
    shopId,
    type: 'SELLER_COMPENSATE_ADD',
    amountCents: compensation.amountCents,
    now: compensation.now,
    orderSn: compensation.orderSn,
    refundSn: compensation.returnSn,
    reason,
  })
}

async function addAdjustment(
  db: Database,
  change: { orderSn: string; amountCents: number; reason: string; now: number },
): Promise<{ shopId: bigint }> {
  const { rows } = await db.query<{ shopId: bigint }>(
    `INSERT INTO order_adjustment (order_sn, shop_id, amount_cents, reason, create_time)
     SELECT order_sn, shop_id, $2, $3, $4 FROM orders WHERE order_sn = $1 RETURNING shop_id AS "shopId"`,
    [change.orderSn, change.amountCents, change.reason, change.now],
  )
  if (!rows[0]) throw new PlatformError('order_not_found', ORDER_NOT_FOUND)
  return rows[0]
}

/** To the bank; the whole balance when no amount is named. Answers the cents that left. */
export async function withdraw(
  db: Database,
  request: { shopId: bigint; amountCents?: number; now: number },
): Promise<number> {
  await lockWallet(db, request.shopId)
  const { balanceCents } = await getWalletBalance(db, request.shopId)
  const amountCents = request.amountCents ?? balanceCents
  if (amountCents <= 0 || amountCents > balanceCents)
    throw new PlatformError('error_param', 'The amount must be within the balance.')
  const { rows } = await db.query<{ id: bigint }>(`SELECT nextval('withdrawal_id_seq') AS id`)
  await addToWallet(db, {
    shopId: request.shopId,
    type: 'WITHDRAWAL_CREATED',
    amountCents: 0 - amountCents,
    now: request.now,
    withdrawalId: rows[0]!.id,
    description: 'Saque para conta bancária',
  })
  return amountCents
}

/** Ads credit bought from the balance. Amount in positive cents. */
export async function topUpAds(
  db: Database,
  topUp: { shopId: bigint; amountCents: number; now: number },
): Promise<void> {
  await addToWallet(db, {
    shopId: topUp.shopId,
    type: 'SPM_DEDUCT',
    amountCents: 0 - topUp.amountCents,
    now: topUp.now,
    description: 'Recarga de Shopee Ads',
  })
}
