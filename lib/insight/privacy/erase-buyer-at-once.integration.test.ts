import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { confirmImport } from '@/lib/connect/order-imports/confirm-import'
import { newId } from '@/lib/core/ids'
import { purgeBuyers } from '@/lib/sales/orders/purge-buyers'
import { traces } from '@/lib/testing/harnesses/buyer-traces'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, importSheet } from '@/lib/testing/factories/imports'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { eraseBuyerAction } from './actions'

const NAME = 'Zuleica Canaria'

type Sold = { code: string; sku?: string; priceCents?: number }
/** A sheet of what one buyer received. */
async function sheetOf(orders: Sold[]) {
  const path = join(mkdtempSync(join(tmpdir(), 'at-once-')), 'Order.all.xlsx')
  const times = { placed: '2026-11-05 10:00', paid: '2026-11-05 10:05' }
  await writeOrderExport(
    path,
    orders.map(({ code, sku = 'T-1', priceCents = 1000 }) => ({
      code,
      status: 'Concluído',
      ...times,
      shipped: times.paid,
      delivered: times.paid,
      completed: times.paid,
      items: [{ sku, title: `Caneca ${sku}`, quantity: 1, priceCents }],
      buyer: { username: 'zuleica.c', name: NAME },
    })),
  )
  return path
}

async function companyOf(...codes: string[]) {
  const company = await createTestOrganization()
  await importSheet(company, await sheetOf(codes.map((code) => ({ code }))))
  const [order] = await inspect<{ id: string }>(company.organizationId, 'SELECT id FROM orders ORDER BY external_code')
  await signInAs(company.owner)
  return { company, orderId: order!.id }
}

/** Has a sheet confirmed; what is answered writes its orders, as the worker does. */
async function readyToWrite(company: TestOrganization, orders: Sold[]) {
  const importId = await checkSheet(company, await sheetOf(orders))
  await confirmImport(company.owner, { importId, takeStock: false, leaveOutBadRows: false })
  await signInAs(company.owner)
  return () =>
    inspect(company.organizationId, 'SELECT * FROM apply_import_batch($1, 500, take_import_numbers($1, 500))', [
      importId,
    ])
}

const erase = (company: TestOrganization, orderId: string) =>
  eraseBuyerAction(envelope(company), { orderId, onlyThis: false })
const noticesTo = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `SELECT o.external_code AS code, o.buyer_erased_at IS NOT NULL AS erased, b.name FROM orders o
     LEFT JOIN order_buyer b ON b.organization_id = o.organization_id AND b.order_id = o.id ORDER BY 1`,
  )

/** Locks taken by another connection while `run` goes on, released at its end. */
const holding = <T>({ organizationId }: TestOrganization, sql: string, run: (other: pg.ClientBase) => Promise<T>) =>
  withOwner(async (other) => {
    await other.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await other.query('BEGIN')
    await other.query(sql)
    const begun = await run(other)
    await other.query('COMMIT')
    return begun
  })
/** As an archive's step that reads: an erasure waits for it, with its own rows written. */
const READING = `SELECT pg_advisory_xact_lock_shared(hashtextextended('buyers:' || current_organization(), 0))`

const copied = `INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units,
  revenue_cents, total_cents, buyer_key) SELECT organization_id, $1, 'SHP-2026-99999', platform, shop_id, outlet_id, 'SENT02', status, placed_at,
  local_day, units, revenue_cents, total_cents, buyer_key FROM orders`
const ways: Record<string, (company: TestOrganization) => Promise<() => Promise<unknown>>> = {
  'by a sheet': (company) => readyToWrite(company, [{ code: 'SENT02' }]),
  'by whatever else writes orders': ({ organizationId }) =>
    Promise.resolve(() => {
      const id = newId()
      return withOwner(async (client) => {
        await client.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
        await client.query('SET ROLE mascate_worker')
        await client.query('BEGIN')
        await client.query(copied, [id])
        await client.query(
          `INSERT INTO order_buyer (organization_id, order_id, name, purge_after) VALUES ($1, $2, $3, now() + interval '1 day')`,
          [organizationId, id, NAME],
        )
        await client.query('COMMIT')
      })
    }),
}

test.each(Object.entries(ways))(
  'an order that is reported %s while its buyer is being erased keeps no buyer',
  async (_, prepare) => {
    const { company, orderId } = await companyOf('SENT01')
    const prepared = await prepare(company)
    const begun = await holding(company, READING, async () => {
      const erasing = erase(company, orderId)
      await untilWaiting(1)
      const sending = prepared()
      await Promise.race([untilWaiting(2), sending])
      return { erasing, telling: sending }
    })
    expect(dataOf(await begun.erasing)).toEqual({ orders: 1 })
    await begun.telling
    expect(await noticesTo(company)).toEqual([
      { code: 'SENT01', erased: true, name: null },
      { code: 'SENT02', erased: true, name: null },
    ])
  },
)

test('an erasure waits for a sheet that tells of an old and of a new order, and neither ends the other', async () => {
  const { company, orderId } = await companyOf('SENT01')
  const write = await readyToWrite(company, [
    { code: 'SENT01', priceCents: 1100 },
    { code: 'SENT02', sku: 'T-2' },
  ])
  const begun = await holding(company, 'LOCK TABLE listing IN SHARE MODE', async () => {
    const writing = write()
    await untilWaiting(1)
    const erasing = erase(company, orderId)
    await untilWaiting(2)
    return { erasing, writing }
  })
  const [erased, written] = await Promise.allSettled([begun.erasing, begun.writing])
  expect({ erased, written }).toMatchObject({
    erased: { status: 'fulfilled', value: { ok: true, data: { orders: 2 } } },
    written: { status: 'fulfilled', value: [{ created: 1, updated: 1 }] },
  })
  expect(await noticesTo(company)).toEqual([
    { code: 'SENT01', erased: true, name: null },
    { code: 'SENT02', erased: true, name: null },
  ])
})

test('the erasure waits for a buyer who is being reported for a known order, and includes it', async () => {
  const { company, orderId } = await companyOf('SENT01')
  const { organizationId } = company
  await inspect(organizationId, 'DELETE FROM order_buyer WHERE order_id = $1', [orderId])
  // A writer of an order's data locks the order first (write_marketplace_orders).
  const erasing = await holding(company, `SELECT FROM orders FOR UPDATE`, async (other) => {
    await other.query(
      `INSERT INTO order_buyer (organization_id, order_id, name, purge_after) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [organizationId, orderId, NAME],
    )
    const begun = erase(company, orderId)
    await untilWaiting(1)
    return { begun }
  })
  expect(dataOf(await erasing.begun)).toEqual({ orders: 1 })
  expect(await noticesTo(company)).toEqual([{ code: 'SENT01', erased: true, name: null }])
})

test('a customer of own sales who is erased twice at once is erased once', async () => {
  const { company, orderId } = await companyOf('SENT01')
  const { organizationId } = company
  const traced = { company, shopId: '', orderId, shopNumber: 1 }
  await traces['a sale that was delivered']!(traced, NAME)
  const [sale] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders WHERE customer_name IS NOT NULL')
  await signInAs(company.owner)
  // As another process erases, which waits in no line of this one.
  const begun = await holding(company, 'SELECT FROM orders FOR UPDATE', async (other) => {
    const erasing = erase(company, sale!.id)
    await untilWaiting(1)
    await other.query(`SELECT erase_buyer(ARRAY[$1]::uuid[], '{}', '{}', '{}', NULL, $2)`, [
      sale!.id,
      company.owner.userId,
    ])
    return { erasing }
  })
  expect(dataOf(await begun.erasing)).toEqual({ orders: 0 })
  expect(await inspect(organizationId, 'SELECT orders FROM buyer_erasure')).toEqual([{ orders: 1 }])
})

test('a sheet that waits to be confirmed keeps no buyer who is erased, be its orders known or not', async () => {
  const { company, orderId } = await companyOf('SENT01')
  await checkSheet(company, await sheetOf([{ code: 'SENT01', priceCents: 1100 }, { code: 'SENT02' }]))
  const waiting = () =>
    inspect(
      company.organizationId,
      `SELECT order_code AS code, payload->'buyer'->>'name' AS name FROM import_row ORDER BY 1`,
    )
  expect(await waiting()).toMatchObject([{ name: NAME }, { name: NAME }])
  await signInAs(company.owner)
  expect(dataOf(await erase(company, orderId))).toEqual({ orders: 1 })
  expect(await waiting()).toEqual([
    { code: 'SENT01', name: null },
    { code: 'SENT02', name: null },
  ])
})

/** Sessions that wait for a lock in the database, and so hold a connection of the app. */
const countWaiting = () =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<{ many: number }>(
      `SELECT count(DISTINCT l.pid)::int AS many FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
       WHERE NOT l.granted AND a.datname = current_database()`,
    )
    return rows[0]!.many
  })

test('one erasure of a company runs and few wait for it, and they hold no connection', async () => {
  const { company, orderId } = await companyOf('SENT01')
  const begun = await holding(company, READING, async () => {
    const erasing = Array.from({ length: 5 }, () => erase(company, orderId))
    await untilWaiting(1)
    const refused = await Promise.race(erasing)
    // Time for one more to reach the database, which none may.
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { erasing, refused, waiting: await countWaiting() }
  })
  expect(begun).toMatchObject({ refused: { ok: false, error: 'tooManyRequests' }, waiting: 1 })
  const done = (await Promise.all(begun.erasing)).flatMap((answer) => (answer.ok ? answer.data.orders : []))
  expect(done.toSorted()).toEqual([0, 0, 0, 1])
})

test('an order that gets its buyer meanwhile is not erased alone: the next request has all of theirs', async () => {
  const { company, orderId } = await companyOf('SENT01', 'SENT02')
  const { organizationId } = company
  const [{ key }] = (await inspect(organizationId, 'SELECT DISTINCT buyer_key AS key FROM orders')) as [{ key: Buffer }]
  await inspect(organizationId, 'UPDATE orders SET buyer_key = NULL WHERE id = $1', [orderId])
  const begun = await holding(company, 'SELECT FROM orders FOR UPDATE', async (other) => {
    const erasing = erase(company, orderId)
    await untilWaiting(1)
    await other.query('UPDATE orders SET buyer_key = $1 WHERE id = $2', [key, orderId])
    return { erasing }
  })
  expect(await begun.erasing).toMatchObject({ ok: false, error: 'unavailable' })
  expect(await noticesTo(company)).toMatchObject([{ erased: false }, { erased: false }])
  expect(dataOf(await erase(company, orderId))).toEqual({ orders: 2 })
})

test('the nightly job skips a locked order, and erases its buyer the next time', async () => {
  const { company } = await companyOf('SENT01')
  const { organizationId } = company
  await inspect(organizationId, `UPDATE order_buyer SET purge_after = now() - interval '1 day'`)
  await inspect(organizationId, `UPDATE orders SET note = 'Avisar'`)
  const night = () => asWorker(() => purgeBuyers(organizationId))
  // A writer of an order's data, or an erasure of its buyer, locks the order and then the buyer's data.
  await holding(company, 'SELECT FROM orders FOR UPDATE', async (other) => {
    const [one] = await Promise.allSettled([night()])
    await other.query('SELECT FROM order_buyer FOR UPDATE')
    expect(one).toMatchObject({ status: 'fulfilled' })
  })
  expect(await noticesTo(company)).toMatchObject([{ name: NAME }])
  await night()
  expect(await noticesTo(company)).toMatchObject([{ name: null }])
})
