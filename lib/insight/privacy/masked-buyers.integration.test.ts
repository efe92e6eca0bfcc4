import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { buyerKey } from '@/lib/sales/orders/buyer-key'
import { keyBuyers } from '@/lib/sales/orders/key-buyers'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { eraseBuyerAction } from './actions'

type Sold = { code: string; buyer: NonNullable<SampleOrder['buyer']> }
async function sheetOf(...orders: Sold[]) {
  const path = join(mkdtempSync(join(tmpdir(), 'masked-')), 'Order.all.xlsx')
  const times = { placed: '2026-11-05 10:00', paid: '2026-11-05 10:05' }
  await writeOrderExport(
    path,
    orders.map((order) => ({
      status: 'Concluído',
      ...times,
      shipped: times.paid,
      delivered: times.paid,
      completed: times.paid,
      ...order,
      items: [{ sku: 'T-1', title: 'Caneca', quantity: 1, priceCents: 1000 }],
    })),
  )
  return path
}
const hidden = { username: '****', name: 'J****o', phone: '******64' }

const ordersOf = ({ organizationId }: TestOrganization) =>
  inspect<{ code: string; id: string }>(
    organizationId,
    `SELECT o.external_code AS code, o.id, o.buyer_erased_at IS NOT NULL AS erased, o.buyer_key IS NOT NULL AS keyed, b.username, b.name, b.phone, b.city
     FROM orders o LEFT JOIN order_buyer b ON b.organization_id = o.organization_id AND b.order_id = o.id
     WHERE o.organization_id = current_organization() ORDER BY 1`,
  )
const erase = async (company: TestOrganization, orderId: string) => {
  await signInAs(company.owner)
  return dataOf(await eraseBuyerAction(envelope(company), { orderId, onlyThis: false }))
}

test('buyers whom a sheet hides alike are not one: who erases one leaves the others', async () => {
  const company = await createTestOrganization()
  const cities = ['Santos', 'Campinas']
  await importSheet(
    company,
    await sheetOf(...cities.map((city, nth) => ({ code: `MASKED0${nth}`, buyer: { ...hidden, city } }))),
  )
  const unknown = { keyed: false, username: null, name: null, phone: null }
  const [first] = await ordersOf(company)
  expect(await erase(company, first!.id)).toEqual({ orders: 1 })
  expect(await ordersOf(company)).toMatchObject([
    { ...unknown, erased: true, city: null },
    { ...unknown, erased: false, city: 'Campinas' },
  ])
})

test('a name hidden by an earlier sheet is searched nowhere when its buyer is erased', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await importSheet(company, await sheetOf({ code: 'MASKED01', buyer: { username: 'ana.lima', city: 'Santos' } }))
  await changeAsOwner(organizationId, `UPDATE order_buyer SET phone = '******64', document = '***.666.777-**'`, [])
  await changeAsOwner(
    organizationId,
    `INSERT INTO assistant_thread (organization_id, id, user_id, title) SELECT current_organization(), gen_random_uuid(), $1, t
     FROM unnest(ARRAY['Quem é ***.666.777-**?', 'Ligar para ******64', 'Para ana.lima']) t`,
    [company.owner.userId],
  )
  expect(await erase(company, (await ordersOf(company))[0]!.id)).toEqual({ orders: 1 })
  const titles = await inspect<{ title: string }>(organizationId, 'SELECT title FROM assistant_thread ORDER BY 1')
  expect(titles.map(({ title }) => title).toSorted()).toEqual(['Ligar para ******64', 'Quem é ***.666.777-**?'])
})

test('a buyer who is reported by name after they were hidden gets a key of their own, and the next erasure takes all of its orders', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const buyers = ['ana.lima', 'bia.lima', 'ana.lima', 'L****a', '****']
  await importSheet(
    company,
    await sheetOf(
      ...buyers.map((_, nth) => ({ code: `MASKED0${nth}`, buyer: { username: `x${nth}`, city: 'Santos' } })),
    ),
  )
  const key = (username: string) => `\\x${buyerKey(organizationId, username)}`
  const keys = ['****', '****', '****', 'lia.lima', '****'].map(key)
  const plant = (from: number, to: number) =>
    Promise.all(
      buyers.slice(from, to).map((username, nth) =>
        changeAsOwner(
          organizationId,
          `WITH o AS (UPDATE orders SET buyer_key = $1::bytea WHERE external_code = $2 RETURNING id)
           UPDATE order_buyer SET username = $3 FROM o WHERE order_id = o.id`,
          [keys[from + nth], `MASKED0${from + nth}`, username],
        ),
      ),
    )
  // Three were hidden, so that they have no key, until the API reported them.
  await plant(0, 3)
  await changeAsOwner(organizationId, `UPDATE orders SET buyer_key = NULL WHERE external_code < 'MASKED03'`, [])
  const before = await ordersOf(company)
  expect(before.slice(0, 3)).toMatchObject([{ keyed: false }, { keyed: false }, { keyed: false }])
  // The same with an order still at work: a sheet hid the reported name of the first, the second was never reported.
  await plant(3, 5)
  await asWorker(() => keyBuyers(organizationId, 2))
  const rows = await inspect<{ key: Buffer | null }>(
    organizationId,
    'SELECT buyer_key AS key FROM orders ORDER BY external_code',
  )
  expect(rows.map(({ key }) => key && key.toString('hex'))).toEqual(
    ['ana.lima', 'bia.lima', 'ana.lima', 'lia.lima', null].map(
      (username) => username && buyerKey(organizationId, username),
    ),
  )
  expect(await erase(company, before[0]!.id)).toEqual({ orders: 2 })
})

/** While somebody erases ana.lima, and keyBuyers waits for the end of that. */
const whileKeying = (organizationId: string, run: (owner: pg.ClientBase) => Promise<pg.QueryResult>) =>
  withOwner(async (owner) => {
    await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query('BEGIN')
    await owner.query(`SELECT pg_advisory_xact_lock(buyer_lock($1, decode($2, 'hex')))`, [
      organizationId,
      buyerKey(organizationId, 'ana.lima'),
    ])
    const keyed = asWorker(() => keyBuyers(organizationId))
    const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    while ((await owner.query(waits)).rowCount === 0) await wait(20)
    const result = await run(owner).finally(() => owner.query('COMMIT'))
    await keyed
    return result
  })

test('an order whose buyer came to be known by another name meanwhile is not given the key of the former name', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await importSheet(company, await sheetOf({ code: 'RENAMED01', buyer: { username: 'ana.lima', city: 'Santos' } }))
  await changeAsOwner(organizationId, `UPDATE orders SET buyer_key = '\\x01'`, [])
  const readKey = async () => {
    const [order] = await inspect<{ key: string }>(organizationId, `SELECT encode(buyer_key, 'hex') AS key FROM orders`)
    return order!.key
  }
  await whileKeying(organizationId, (owner) => owner.query(`UPDATE order_buyer SET username = 'bia.lima'`))
  expect(await readKey()).toBe('01')
  await asWorker(() => keyBuyers(organizationId))
  expect(await readKey()).toBe(buyerKey(organizationId, 'bia.lima'))
})

test('the night that waits for an erasure holds none of its orders meanwhile: neither would come to its end', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await importSheet(company, await sheetOf({ code: 'AWAITED01', buyer: { username: 'ana.lima', city: 'Santos' } }))
  await changeAsOwner(organizationId, `UPDATE orders SET buyer_key = '\\x01'`, [])
  const held = await whileKeying(organizationId, (owner) => owner.query('SELECT 1 FROM orders FOR UPDATE NOWAIT'))
  expect(held.rowCount).toBe(1)
})
