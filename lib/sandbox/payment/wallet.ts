import type { Database } from '../database'

/** Type name, its number in the platform's list, and the tab it stands under. */
export const WALLET_TYPES = {
  ESCROW_VERIFIED_ADD: { number: 101, tab: 'wallet_order_income' },
  ESCROW_VERIFIED_MINUS: { number: 102, tab: 'wallet_order_income' },
  WITHDRAWAL_CREATED: { number: 201, tab: 'wallet_withdrawals' },
  WITHDRAWAL_COMPLETED: { number: 202, tab: 'wallet_withdrawals' },
  WITHDRAWAL_CANCELLED: { number: 203, tab: 'wallet_withdrawals' },
  REFUND_VERIFIED_ADD: { number: 301, tab: 'wallet_refund_from_order' },
  ADJUSTMENT_CENTER_ADD: { number: 406, tab: 'wallet_adjustment_filter' },
  ADJUSTMENT_CENTER_DEDUCT: { number: 407, tab: 'wallet_adjustment_filter' },
  ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED: { number: 411, tab: 'wallet_adjustment_filter' },
  SELLER_COMPENSATE_ADD: { number: 415, tab: 'wallet_adjustment_filter' },
  FAST_ESCROW_DISBURSE: { number: 452, tab: 'fast_pay' },
  FAST_ESCROW_DEDUCT: { number: 458, tab: 'fast_escrow_repayment' },
  FAST_ESCROW_DISBURSE_REMAIN: { number: 459, tab: 'fast_pay' },
  SPM_DEDUCT: { number: 502, tab: 'wallet_wallet_payment' },
  SPM_DEDUCT_DIRECT: { number: 801, tab: 'seller_loan' },
} as const

export type WalletType = keyof typeof WALLET_TYPES

export type WalletEntry = {
  shopId: bigint
  /** One of WALLET_TYPES, or a word that the platform began to use. */
  type: WalletType | (string & {})
  /** Signed: what leaves the wallet is negative. */
  amountCents: number
  now: number
  orderSn?: string
  refundSn?: string
  withdrawalId?: bigint
  reason?: string
  description?: string
  status?: 'COMPLETED' | 'PENDING'
}

/** One writer at a time for each wallet, or two would continue from the same balance. */
export async function lockWallet(db: Database, shopId: bigint): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('wallet:' || $1, 0))`, [String(shopId)])
}

export async function getWalletBalance(db: Database, shopId: bigint): Promise<{ balanceCents: number; at: number }> {
  const { rows } = await db.query<{ balanceCents: number; at: number }>(
    `SELECT balance_cents::float8 AS "balanceCents", create_time AS at FROM wallet_transaction
     WHERE shop_id = $1 ORDER BY create_time DESC, id DESC LIMIT 1`,
    [shopId],
  )
  return rows[0] ?? { balanceCents: 0, at: 0 }
}

/** Adds to the end of the ledger, whatever the clock says. Answers the new balance. */
export async function addToWallet(db: Database, entry: WalletEntry): Promise<number> {
  await lockWallet(db, entry.shopId)
  const last = await getWalletBalance(db, entry.shopId)
  const balanceCents = last.balanceCents + entry.amountCents
  await db.query(
    `INSERT INTO wallet_transaction (shop_id, type, status, amount_cents, balance_cents, create_time, order_sn,
       refund_sn, withdrawal_id, reason, description) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      entry.shopId,
      entry.type,
      entry.status ?? 'COMPLETED',
      entry.amountCents,
      balanceCents,
      Math.max(entry.now, last.at),
      entry.orderSn ?? '',
      entry.refundSn ?? '',
      entry.withdrawalId ?? null,
      entry.reason ?? '',
      entry.description ?? '',
    ],
  )
  return balanceCents
}
