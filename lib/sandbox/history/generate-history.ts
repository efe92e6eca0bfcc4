import type pg from 'pg'
import type { Database } from '../database'
import { PlatformError } from '../platform-error'
import type { Platform } from '../platform'
import { nextPayDay } from '../payment/pay-days'
import { getShopFees } from '../payment/shop-fees'
import { hourSlots, planDays, type HistoryDay } from './calendar'
import { apportion, seedNumber } from './chance'
import { DRAW_ORDERS, DROP_TEMPORARY_TABLES, TEMPORARY_TABLES } from './draw-orders'
import { insertStatements, type BatchValues } from './insert-orders'
import { listSoldModels, makeTemplates, modelWeights, rulesOf } from './line-templates'
import { ensureListings } from './listings'
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
async function postWallet(db: Database, shopId: bigint, toTime: number): Promise<void> {
  await lockWallet(db, shopId)
  const before = await getWalletBalance(db, shopId)
  await db.query(ADS, [toTime])
  await db.query(WITHDRAWALS, [toTime])
  await db.query(POST, [shopId, 0])
  if (before.at > 0) await db.query(REBALANCE, [shopId])
}

export type HistoryPlan = {
  shopId: bigint
  seed: string
  fromTime: number
  toTime: number
  orders: number
}

export const DEMO_SEED = 'mascate'
export const DEMO_ORDERS = 3000
/** Whole days are made: all of them lie within the 365 × 24 hours that a history may be asked for, whatever the time of day. */
const DEMO_DAYS = 364

const DAY = 86_400
const BATCH_ORDERS = 40_000
/** Up to this many orders every invoice is kept; beyond it only those of the last months. */
const ALL_INVOICES_UP_TO = 20_000
const INVOICE_DAYS = 90
const ORDERS_A_BUYER = 0.7
const FIRST_BUYER_ID = 100_000_000n
const CODES = 33 ** 8

export const usualStart = (toTime: number) => toTime - DEMO_DAYS * DAY

/** Twelve months up to now, for a shop that is to have a life of its own in a demonstration. */
export const demoPlan = (shopId: bigint, now: number): HistoryPlan => ({
  shopId,
  seed: DEMO_SEED,
  fromTime: usualStart(now),
  toTime: now,
  orders: DEMO_ORDERS,
})

/** Gives the plan a row in history_run, so that its progress can be read. */
export async function planHistory(db: Database, plan: HistoryPlan): Promise<bigint> {
  if (plan.fromTime >= plan.toTime) throw new PlatformError('error_param', 'The history must begin before it ends.')
  const { rows } = await db.query<{ id: bigint }>(
    `INSERT INTO history_run (shop_id, seed, from_time, to_time, orders_wanted)
     SELECT shop_id, $2, $3, $4, $5 FROM shop WHERE shop_id = $1 RETURNING id`,
    [plan.shopId, plan.seed, plan.fromTime, plan.toTime, plan.orders],
  )
  if (!rows[0]) throw new PlatformError('error_shop', 'shopid is invalid')
  return rows[0].id
}

/** Makes what was planned: listings for a shop without any, orders batch by batch, the wallet at the end. */
export async function generateHistory(
  { pool }: Pick<Platform, 'pool'>,
  plan: HistoryPlan,
  runId: bigint,
): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(TEMPORARY_TABLES)
    await fill(client, plan, (made) =>
      client.query('UPDATE history_run SET orders_made = $2 WHERE id = $1', [runId, made]),
    )
    await client.query(`UPDATE history_run SET status = 'done', finished_at = now() WHERE id = $1`, [runId])
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    await client
      .query(`UPDATE history_run SET status = 'failed', error = $2, finished_at = now() WHERE id = $1`, [
        runId,
        error instanceof Error ? error.message : String(error),
      ])
      .catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    await client.query(DROP_TEMPORARY_TABLES).catch((failure: Error) => (broken = failure))
    client.release(broken)
  }
}

async function fill(
  client: pg.PoolClient,
  plan: HistoryPlan,
  report: (made: number) => Promise<unknown>,
): Promise<void> {
  await inOne(client, () => ensureListings(client, plan.shopId, plan.seed, plan.fromTime - 30 * DAY))
  const days = planDays(plan)
  const fees = await getShopFees(client, plan.shopId)
  const { ruleDays, ruleOfDay } = rulesOf(days, fees)
  const models = await listSoldModels(client, plan.shopId)
  const weights = modelWeights(models, plan.seed)
  await insertRows(client, 'history_day', dayRows(days, ruleOfDay))
  await insertRows(client, 'history_payday', payDayRows(plan))
  await insertRows(
    client,
    'history_model',
    models.map((model, no) => ({
      no,
      item_id: String(model.item_id),
      model_id: String(model.model_id),
      is_fbs: model.fulfilled_by_shopee,
    })),
  )
  await insertRows(client, 'history_template', makeTemplates(models, ruleDays, fees))
  await client.query('ANALYZE history_day; ANALYZE history_model; ANALYZE history_template')

  const own = weights.map((weight, index) => (models[index]!.fulfilled_by_shopee ? 0 : weight))
  const seed = seedNumber(`${plan.seed}|orders`)
  const draw = [
    hourSlots(),
    slots(weights),
    own.some((weight) => weight > 0) ? slots(own) : slots(weights),
    ruleDays.length,
    plan.toTime,
    Math.max(1, Math.round(plan.orders * ORDERS_A_BUYER)),
    BigInt.asUintN(62, seedNumber(`${plan.seed}|${plan.shopId}|${plan.fromTime}`)) % BigInt(CODES),
  ]
  const values: BatchValues = {
    shopId: plan.shopId,
    firstBuyerId: FIRST_BUYER_ID + (BigInt.asUintN(62, seed) % 1_000n) * 1_000_000n,
    toTime: plan.toTime,
    invoicesFrom: plan.orders <= ALL_INVOICES_UP_TO ? 0 : plan.toTime - INVOICE_DAYS * DAY,
    protectionCents: fees.protectionCents,
  }
  for (const batch of batches(days)) {
    await inOne(client, async () => {
      await client.query(DRAW_ORDERS, [seed, batch.first, batch.last, ...draw])
      for (const [sql, parameters] of insertStatements(values)) await client.query(sql, parameters)
      await client.query('TRUNCATE history_order')
    })
    await report(batch.made)
  }
  await inOne(client, () => postWallet(client, plan.shopId, plan.toTime))
  if (plan.orders > ALL_INVOICES_UP_TO)
    await client.query('ANALYZE orders, order_items, packages, order_money, wallet_transaction')
}

async function inOne<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  const result = await work()
  await client.query('COMMIT')
  return result
}

/** Ten thousand places, as many for each model as it sells: one drawn evenly follows the weights. */
const slots = (weights: number[]): number[] =>
  apportion(10_000, weights).flatMap((count, model) => Array<number>(count).fill(model))

function dayRows(days: HistoryDay[], ruleOfDay: number[]) {
  let next = 1
  return days.map((day, index) => {
    const first = next
    next += day.orders
    return {
      no: day.no,
      start_time: day.startTime,
      first_n: first,
      last_n: next - 1,
      campaign: day.isCampaign ? 1 : 0,
      rule: ruleOfDay[index]!,
    }
  })
}

/** From the first day on, and as long after the last as an order of it may take to be completed. */
function payDayRows({ fromTime, toTime }: HistoryPlan) {
  const [first, last] = [Math.floor(fromTime / DAY) - 1, Math.floor(toTime / DAY) + 120]
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    day: first + index,
    pays_on: nextPayDay(first + index),
  }))
}

/** Whole days, so that memory and locks stay small whatever the number of orders. */
function batches(days: HistoryDay[]): { first: number; last: number; made: number }[] {
  const cut: { first: number; last: number; made: number; orders: number }[] = []
  for (const day of days) {
    const open = cut.at(-1)
    if (open && open.orders + day.orders <= BATCH_ORDERS) {
      open.last = day.no
      open.orders += day.orders
      open.made += day.orders
    } else cut.push({ first: day.no, last: day.no, orders: day.orders, made: (open?.made ?? 0) + day.orders })
  }
  return cut
}

const insertRows = (client: pg.PoolClient, table: string, rows: object[]) =>
  client.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`, [JSON.stringify(rows)])
