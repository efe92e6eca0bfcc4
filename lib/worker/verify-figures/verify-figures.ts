import 'server-only'
import { addMonths, startOfMonth, type Day } from '@/lib/core/dates'
import { tryOut, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { derived } from '@/lib/insight/data-checks/derived'
import { rollups } from './rollups'
import { verifySettlements } from './settlements'

const TIMEOUT_MS = 600_000
const SHOWN_ROWS = 20
/** A company of fewer orders is looked at in one go, a larger one month by month. */
const ORDERS_IN_ONE_GO = 5000
const ORDERS_AT_ONCE = 1000
const ORDER_IDS_AT_ONCE = 20_000
/** With more, the planner would look for each among all the others. */
const ORDER_ROWS_AT_ONCE = 500

/** The stored figures against the rows behind them: `off` is stored minus recomputed, for each figure that differs. */
export type Difference = { check: string; at: Record<string, string>; off: Record<string, string> }
type Range = { from: Day; end: Day }
export type Verified = { orders: number; differences: Difference[] }

type StockStep = { differences: Difference[]; last: string | null }
const firstId = '00000000-0000-0000-0000-000000000000'

type Row = Pick<Difference, 'at' | 'off'>

/**
 * Recomputes an organization's stock, roll-ups and money from the rows behind them and answers what differs (of each check at
 * most 20). Writes nothing that stays; the product may be at work meanwhile. `now` decides what is due.
 */
export async function verifyFigures(
  organizationId: string,
  ordersInOneGo = ORDERS_IN_ONE_GO,
  now = new Date(),
): Promise<Verified> {
  const scope = { organizationId }
  const look = <T>(run: (db: Db) => Promise<T>) =>
    tryOut(scope, run, { timeoutMs: TIMEOUT_MS, isolationLevel: 'RepeatableRead' })
  const results: Difference[] = []
  const { orders, ranges } = await look((db) => getExtent(db, organizationId, ordersInOneGo))
  for (const range of ranges) results.push(...(await look((db) => verifyRange(db, organizationId, range))))
  results.push(...(await look((db) => verifyDerived(db, organizationId))))
  results.push(...(await look((db) => verifyLevels(db, organizationId))))
  results.push(...(await look((db) => verifyBalances(db, organizationId))))
  results.push(...(await look((db) => verifySettlements(db, organizationId, now))))
  for (let after: string | null = firstId; after !== null;) {
    const place: string = after
    const step: StockStep = await tryOut(scope, (db) => verifyOrderStock(db, organizationId, place), {
      timeoutMs: TIMEOUT_MS,
      isolationLevel: 'ReadCommitted',
    })
    results.push(...step.differences)
    after = step.last
  }
  return { orders, differences: results }
}

async function getExtent(
  db: Db,
  organizationId: string,
  ordersInOneGo: number,
): Promise<{ orders: number; ranges: Range[] }> {
  const tables = [...new Set(Object.entries(rollups).flatMap(([table, { delta }]) => [table, delta]))]
  const times = tables.map((table) => {
    const time = Prisma.raw(`${rollups[table]?.time ?? 'day'}`)
    return Prisma.sql`SELECT min(${time}) AS first, max(${time}) AS last FROM ${Prisma.raw(table)} WHERE organization_id = ${organizationId}::uuid`
  })
  const [extent] = await db.$queryRaw<[{ orders: bigint; first: string | null; last: string | null }]>`
    SELECT (SELECT count(*) FROM orders WHERE organization_id = ${organizationId}::uuid) AS orders,
      min(first)::text AS first, max(last)::text AS last
    FROM (${Prisma.join(times, ' UNION ALL ')} UNION ALL
      SELECT min(local_day), max(local_day) FROM orders WHERE organization_id = ${organizationId}::uuid) t`
  const { orders, first, last } = extent
  if (!first || !last) return { orders: Number(orders), ranges: [] }
  const begin = startOfMonth(first)
  if (orders < ordersInOneGo)
    return { orders: Number(orders), ranges: [{ from: begin, end: addMonths(startOfMonth(last), 1) }] }
  const ranges: Range[] = []
  for (let from = begin; from <= last; from = addMonths(from, 1)) ranges.push({ from, end: addMonths(from, 1) })
  return { orders: Number(orders), ranges }
}

/** Takes all of the orders of these months off the roll-ups: nothing may be left in them. */
async function verifyRange(db: Db, organizationId: string, range: Range): Promise<Difference[]> {
  const { from, end } = range
  // Day by day: what it costs grows faster than the orders of one call.
  await db.$queryRaw`
    SELECT count(append_order_deltas(array(
      SELECT o.id FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.local_day = d.local_day), -1)::text)
    FROM (SELECT DISTINCT local_day FROM orders WHERE organization_id = ${organizationId}::uuid
      AND local_day >= ${from}::date AND local_day < ${end}::date) d`
  const differences: Difference[] = []
  for (const [table, rollup] of Object.entries(rollups)) {
    const { delta, time, keys, sums, inDelta } = rollup
    const columns = [time, ...keys, ...sums]
    const appended = columns.map((column) => `${inDelta?.[column] ?? column} AS ${column}`)
    const at = [time, ...keys].map((key) => `'${key}', ${key}::text`)
    const off = sums.map((sum) => `'${sum}', sum(${sum})::text`)
    const within = (column: string) => Prisma.sql`organization_id = ${organizationId}::uuid
      AND ${Prisma.raw(column)} >= ${from}::date AND ${Prisma.raw(column)} < ${end}::date`
    const rows = await db.$queryRaw<Row[]>`
      SELECT jsonb_build_object(${Prisma.raw(at.join())}) AS at, jsonb_build_object(${Prisma.raw(off.join())}) AS off
      FROM (SELECT ${Prisma.raw(columns.join())} FROM ${Prisma.raw(table)} WHERE ${within(time)}
        UNION ALL SELECT ${Prisma.raw(appended.join())} FROM ${Prisma.raw(delta)} WHERE ${within('day')}) t
      GROUP BY ${Prisma.raw([time, ...keys].join())}
      HAVING ${Prisma.raw(sums.map((sum) => `sum(${sum}) <> 0`).join(' OR '))} LIMIT ${SHOWN_ROWS}`
    differences.push(...asDifferences(table, rows))
  }
  const headers = await db.$queryRaw<Row[]>`
    SELECT jsonb_build_object('code', o.code) AS at, jsonb_build_object('revenue_cents', (o.revenue_cents - i.revenue)::text,
      'units', (o.units - i.units)::text) AS off
    FROM orders o JOIN LATERAL (
      SELECT coalesce(sum(i.subtotal_cents), 0) AS revenue, coalesce(sum(i.quantity), 0) AS units FROM order_item i
      WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = o.id) i ON true
    WHERE o.organization_id = ${organizationId}::uuid AND o.local_day >= ${from}::date AND o.local_day < ${end}::date
      AND (o.revenue_cents <> i.revenue OR o.units <> i.units) LIMIT ${SHOWN_ROWS}`
  return [...differences, ...asDifferences('orders', headers), ...(await verifyOrderList(db, organizationId, range))]
}

/** Every row of the order list equals its order's present state. Reads alone: it waits for no lock, and holds none. */
async function verifyOrderList(db: Db, organizationId: string, { from, end }: Range): Promise<Difference[]> {
  const results: Row[] = []
  for (let after: string | undefined = firstId; after && results.length < SHOWN_ROWS;) {
    const place: string = after
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT o.id FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.local_day >= ${from}::date AND o.local_day < ${end}::date
        AND o.id > ${place}::uuid ORDER BY o.id LIMIT ${ORDER_IDS_AT_ONCE}`
    const ids = rows.map(({ id }) => id)
    for (let first = 0; first < ids.length; first += ORDER_ROWS_AT_ONCE)
      results.push(...(await compareOrderList(db, organizationId, ids.slice(first, first + ORDER_ROWS_AT_ONCE))))
    after = ids.length === ORDER_IDS_AT_ONCE ? ids.at(-1) : undefined
  }
  return asDifferences('order_list', results.slice(0, SHOWN_ROWS))
}

const compareOrderList = (db: Db, organizationId: string, ids: string[]) => db.$queryRaw<Row[]>`
  SELECT jsonb_build_object('order', e.order_id) AS at, jsonb_build_object('row', '1') AS off
  FROM order_list_expected(${ids}::uuid[]) e
  LEFT JOIN order_list d ON d.organization_id = ${organizationId}::uuid AND d.order_id = e.order_id
  WHERE (d.outlet_id, d.placed_at, d.revenue_cents, d.margin_cents, d.unmapped, d.words, d.buyer_words) IS DISTINCT FROM
    (e.outlet_id, e.placed_at, e.revenue_cents, e.margin_cents, e.unmapped, e.words, e.buyer_words)`

/** Figures that follow from roll-ups and orders alone. */
export async function verifyDerived(
  db: Db,
  organizationId: string,
  only = Object.keys(derived),
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [table, { keys, sums, kept, recomputed }] of Object.entries(derived)) {
    if (!only.includes(table)) continue
    const at = keys.map((key) => `'${key}', ${key}::text`)
    const off = sums.map((sum) => `'${sum}', sum(${sum})::text`)
    const columns = (sign: string) => Prisma.raw([...keys, ...sums.map((sum) => `${sign}${sum} AS ${sum}`)].join())
    const own = Prisma.sql`WHERE organization_id = ${organizationId}::uuid`
    const rows = await db.$queryRaw<Row[]>`
      SELECT jsonb_build_object(${Prisma.raw(at.join())}) AS at, jsonb_build_object(${Prisma.raw(off.join())}) AS off
      FROM (SELECT ${columns('')} FROM (${Prisma.raw(kept)}) k ${own}
        UNION ALL SELECT ${columns('-')} FROM (${Prisma.raw(recomputed)}) r ${own}) t
      GROUP BY ${Prisma.raw(keys.join())} HAVING ${Prisma.raw(sums.map((sum) => `sum(${sum}) <> 0`).join(' OR '))} LIMIT ${SHOWN_ROWS}`
    differences.push(...asDifferences(table, rows))
  }
  return differences
}

/** A level is the sum of its movements, always. */
async function verifyLevels(db: Db, organizationId: string): Promise<Difference[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT jsonb_build_object('product', product_id, 'location', location_id) AS at,
      jsonb_build_object('on_hand', sum(on_hand)::text, 'reserved', sum(reserved)::text) AS off
    FROM (SELECT product_id, location_id, on_hand, reserved FROM stock_level WHERE organization_id = ${organizationId}::uuid
      UNION ALL SELECT product_id, location_id, -on_hand_delta, -reserved_delta FROM stock_movement WHERE organization_id = ${organizationId}::uuid) t
    GROUP BY product_id, location_id HAVING sum(on_hand) <> 0 OR sum(reserved) <> 0 LIMIT ${SHOWN_ROWS}`
  return asDifferences('stock_level', rows)
}

/** The balance after each movement is the sum of those up to it. */
async function verifyBalances(db: Db, organizationId: string): Promise<Difference[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT jsonb_build_object('movement', id::text, 'product', product_id) AS at,
      jsonb_build_object('on_hand_after', on_hand::text, 'reserved_after', reserved::text) AS off
    FROM (
      SELECT id, product_id, on_hand_after - sum(on_hand_delta) OVER w AS on_hand, reserved_after - sum(reserved_delta) OVER w AS reserved
      FROM stock_movement WHERE organization_id = ${organizationId}::uuid
      WINDOW w AS (PARTITION BY product_id, location_id ORDER BY id)) m
    WHERE on_hand <> 0 OR reserved <> 0 ORDER BY id LIMIT ${SHOWN_ROWS}`
  return asDifferences('stock_movement', rows)
}

/** Settling orders again must book nothing: the ledger holds what each of them reserves and took. */
async function verifyOrderStock(db: Db, organizationId: string, after: string): Promise<StockStep> {
  const ids = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND moves_stock AND id > ${after}::uuid
    ORDER BY id LIMIT ${ORDERS_AT_ONCE}`
  const orders = ids.map(({ id }) => id)
  if (orders.length === 0) return { differences: [], last: null }
  // Held still: from here on only this transaction books for them.
  await db.$queryRaw`SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid AND id = ANY (${orders}::uuid[]) ORDER BY id FOR UPDATE`
  const [before] = await db.$queryRaw<[{ id: bigint }]>`
    SELECT coalesce(max(id), 0) AS id FROM stock_movement WHERE organization_id = ${organizationId}::uuid`
  await db.$queryRaw`SELECT reserve_order_stock(${orders}::uuid[], NULL, true)`
  const rows = await db.$queryRaw<Row[]>`
    SELECT jsonb_build_object('order', source_id, 'product', product_id) AS at,
      jsonb_build_object('on_hand', (-sum(on_hand_delta))::text, 'reserved', (-sum(reserved_delta))::text) AS off
    FROM stock_movement WHERE organization_id = ${organizationId}::uuid AND source_kind = 'order'
      AND source_id = ANY (${orders}::uuid[]) AND id > ${before.id}
    GROUP BY source_id, product_id LIMIT ${SHOWN_ROWS}`
  return { differences: asDifferences('order_stock', rows), last: orders.at(-1)! }
}

const asDifferences = (check: string, rows: Row[]): Difference[] =>
  rows.map(({ at, off }) => ({
    check,
    at,
    off: Object.fromEntries(Object.entries(off).filter(([, value]) => Number(value) !== 0)),
  }))
