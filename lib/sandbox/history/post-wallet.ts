import type { Database } from '../database'
import { getWalletBalance, lockWallet } from '../payment/wallet'

const WEEK = 7 * 86_400
const ADS_SHARE = 0.015

/** Ads credit bought with a part of each week's income, shortly before the week ends. */
const ADS = `
  INSERT INTO history_entry (at, type, cents, description)
  SELECT week * ${WEEK} + ${WEEK} - 7200, 'SPM_DEDUCT', -(sum * ${ADS_SHARE})::bigint / 100 * 100, 'Recarga de Shopee Ads'
  FROM (SELECT at / ${WEEK} AS week, sum(cents) FROM history_entry WHERE cents > 0 GROUP BY 1) w
  WHERE sum * ${ADS_SHARE} >= 100 AND week * ${WEEK} + ${WEEK} <= $1`

/** At the end of each week nearly all that has come in goes to the bank; a week that lost money takes nothing. */
const WITHDRAWALS = `
  INSERT INTO history_entry (at, type, cents, description)
  SELECT week * ${WEEK} + ${WEEK} - 1, 'WITHDRAWAL_CREATED', lag(taken, 1, 0) OVER (ORDER BY week) - taken,
    'Saque para conta bancária'
  FROM (SELECT week, (max(greatest(cents, 0)) OVER (ORDER BY week) * 0.97)::bigint AS taken FROM (
    SELECT at / ${WEEK} AS week, sum(sum(cents)) OVER (ORDER BY at / ${WEEK}) AS cents FROM history_entry GROUP BY 1) c
    WHERE week * ${WEEK} + ${WEEK} <= $1) t`

const POST = `
  INSERT INTO wallet_transaction (shop_id, type, amount_cents, balance_cents, create_time, order_sn, refund_sn, reason,
    description, withdrawal_id)
  SELECT $1, type, cents, $2::bigint + sum(cents) OVER (ORDER BY at, type, order_sn ROWS UNBOUNDED PRECEDING), at, order_sn,
    refund_sn, reason, description, CASE WHEN type = 'WITHDRAWAL_CREATED' THEN nextval('withdrawal_id_seq') END
  FROM history_entry WHERE cents <> 0 ORDER BY at, type, order_sn`

/** The balances of a ledger that had rows before are summed up again, since the history's rows stand between them. */
const REBALANCE = `
  UPDATE wallet_transaction w SET balance_cents = s.balance
  FROM (SELECT id, sum(amount_cents) OVER (ORDER BY create_time, id) AS balance FROM wallet_transaction WHERE shop_id = $1) s
  WHERE w.id = s.id AND w.balance_cents <> s.balance`

/** Puts what history_entry holds into the shop's wallet, with its ads and withdrawals. */
export async function postWallet(db: Database, shopId: bigint, toTime: number): Promise<void> {
  await lockWallet(db, shopId)
  const before = await getWalletBalance(db, shopId)
  await db.query(ADS, [toTime])
  await db.query(WITHDRAWALS, [toTime])
  await db.query(POST, [shopId, 0])
  if (before.at > 0) await db.query(REBALANCE, [shopId])
}
