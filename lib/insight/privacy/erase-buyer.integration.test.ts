import { verifyCompanies } from '@/lib/testing/harnesses/verified'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { purgeExpired, chainAndFold } from '@/lib/worker/tasks/maintenance'
import { cpfOf, recipientOf } from '@/lib/sandbox/orders/buyer'
import { syncOrders } from '@/lib/connect/sync/inbound/sync-orders'
import { scanFiles, scanTables } from '@/lib/testing/harnesses/age-database'
import { keepInvoiceOf, traces } from '@/lib/testing/harnesses/buyer-traces'
import { asWorker, changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, inWorker, type ConnectedShop } from '@/lib/testing/harnesses/sync-harness'
import { reportFigures } from '@/lib/testing/harnesses/report-figures'
import { eraseBuyerAction } from './actions'
import { getBuyerErasureFor } from './views'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

const BUYER = 987_654_321n
const recipient = recipientOf(BUYER)
const USERNAME = 'zuleica.naria'
const values = {
  username: USERNAME,
  name: recipient.name,
  phone: recipient.phone,
  document: cpfOf(BUYER),
  address: recipient.full_address,
  'phone of the export': '5511955443322',
}
const INVOICE = 'canarinhofiscal'
/**
 * Mails go to members; a buyer is in none. And an order without a reference to its buyer is not known to be theirs: its
 * note goes with its term.
 */
const NOT_OF_BUYERS = [
  'a job that failed for good',
  'a note of a sale to an unknown buyer',
  'a note of an order at the marketplace without its buyer',
  // Kept without its buyer from the first (keepAnswers); it goes by the order that it is about.
  'a raw answer',
]

const SAID_BY_OTHERS = [
  'a question to the assistant',
  'a draft of the assistant',
  'longer work',
  'a text of the bank',
  'an answer kept for its repeat',
  'an unprocessed webhook event',
  'a refusal of the marketplace',
  'a delivery of a webhook',
]

const drive = (orderSn: string, step: string) => platform().admin('order-step', { orderSn, step })
async function orderOf({ company, shop, number }: ConnectedShop) {
  const request = { shopId: number, isPaid: true, buyerUserId: Number(BUYER), buyerUsername: USERNAME }
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', request)
  await inWorker(() => syncOrders(shop, [orderSn]))
  const [order] = await inspect<{ id: string }>(
    company.organizationId,
    'SELECT id FROM orders WHERE external_code = $1',
    [orderSn],
  )
  return { orderSn, id: order!.id }
}
const findAll = async (company: string) => [...(await scanTables(company, values)), ...(await scanFiles(values))]
const erase = (company: ConnectedShop['company'], orderId: string, onlyThis = false) =>
  eraseBuyerAction(envelope(company), { orderId, onlyThis })

async function putIn(
  company: ConnectedShop['company'],
  orders: { code: string; daysAgo: number; priceCents: number }[],
) {
  const path = join(mkdtempSync(join(tmpdir(), 'erased-')), 'Order.all.xlsx')
  const buyer = {
    username: USERNAME,
    name: recipient.name,
    phone: values['phone of the export'],
    city: 'Santos',
    state: 'São Paulo',
  }
  const wall = (days: number) =>
    new Date(Date.now() - days * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  await writeOrderExport(
    path,
    orders.map(({ code, daysAgo, priceCents }) => {
      const at = wall(daysAgo)
      const times = { placed: at, paid: at, shipped: at, delivered: at, completed: at }
      return {
        code,
        status: 'Concluído',
        ...times,
        items: [{ sku: 'T-1', title: 'Caneca', quantity: 1, priceCents }],
        buyer,
      }
    }),
  )
  await importSheet(company, path)
}

test('a buyer is erased from every table, queue, trail and file at once, and neither the sync, nor a push, nor a sheet brings them back', async () => {
  const connected = await connectSyncShop(platform(), 5, { items: [1] })
  const { company, shop, shopId, number } = connected
  const { organizationId } = company
  const { orderSn, id } = await orderOf(connected)
  const traced = { company, shopId, orderId: id, shopNumber: number }
  for (const [name, leave] of Object.entries(traces)) if (!NOT_OF_BUYERS.includes(name)) await leave(traced, USERNAME)
  await keepInvoiceOf(traced, INVOICE)
  await signInAs(company.owner)

  expect(await erase(company, id)).toMatchObject({ ok: false, error: 'buyerStillNeeded', values: { orders: orderSn } })
  for (const step of ['ship', 'pick-up']) await drive(orderSn, step)
  await inWorker(() => syncOrders(shop, [orderSn]))
  await changeAsOwner(
    organizationId,
    `UPDATE package SET label_file_id = (SELECT f.id FROM stored_file f WHERE f.kind = 'label'
       AND NOT EXISTS (SELECT 1 FROM dispatch_run d WHERE d.sheet_file_id = f.id)) WHERE order_id = $1`,
    [id],
  )
  await changeAsOwner(
    organizationId,
    'UPDATE settlement SET order_id = $1 WHERE id IN (SELECT settlement_id FROM case_order)',
    [id],
  )
  await asWorker(chainAndFold)
  const before = await findAll(organizationId)
  // The platform shows no phone.
  const shown = Object.keys(values).filter((name) => name !== 'phone')
  expect(new Set(before.map(({ what }) => what))).toEqual(new Set(shown))

  // The order of the sync and that of the sheet are one buyer's; own sales are known by a name, and are asked apart.
  const answers = () => inspect(organizationId, 'SELECT FROM platform_answer WHERE subject = $1', [orderSn])
  expect(await answers()).toHaveLength(1)
  expect(dataOf(await erase(company, id))).toEqual({ orders: 2 })
  expect(await answers()).toEqual([])
  const [sale] = await inspect<{ id: string }>(
    organizationId,
    'SELECT id FROM orders WHERE customer_name = $1 LIMIT 1',
    [USERNAME],
  )
  expect(dataOf(await erase(company, sale!.id))).toEqual({ orders: 2 })
  await asWorker(purgeExpired)
  const left = await findAll(organizationId)

  for (const step of ['deliver', 'complete']) {
    await drive(orderSn, step)
    await traces['an unprocessed webhook event']!(traced, orderSn)
    await changeAsOwner(organizationId, `UPDATE order_source SET fields_hash = '\\x00', as_of = '2000-01-01'`, [])
    await inWorker(() => syncOrders(shop, [orderSn]))
  }
  await putIn(company, [
    { code: '261101TRACES01', daysAgo: 1, priceCents: 2000 },
    { code: '261101TRACES02', daysAgo: 2, priceCents: 1000 },
  ])
  await asWorker(chainAndFold)
  const [row] = await inspect<{ expired: number }>(
    organizationId,
    `WITH x AS (UPDATE stored_file SET expires_at = now() WHERE kind = 'import' RETURNING 1) SELECT count(*)::int AS expired FROM x`,
  )
  expect(row!.expired).toBeGreaterThan(0)
  await asWorker(purgeExpired)
  const back = await findAll(organizationId)

  const said = (result: typeof left) =>
    result.length === 0 ? '0' : `${result.length}: ${result.map(({ what, where }) => `${what} in ${where}`).join('; ')}`
  reportFigures({
    accepted: before.length,
    figures: [
      { what: 'places where something of the buyer is left', found: said(left), wanted: '0', holds: left.length === 0 },
      { what: 'places where something came back', found: said(back), wanted: '0', holds: back.length === 0 },
    ],
    notes: { 'places where they stood before': before.length },
  })
  expect({ left, back }).toEqual({ left: [], back: [] })
  // Remaining data: the orders with their amounts, the hash, and the invoice.
  const orders = await inspect(
    organizationId,
    `SELECT total_cents > 0 AS worth, buyer_key IS NOT NULL AS known FROM orders WHERE buyer_erased_at IS NOT NULL AND platform = 'shopee'`,
  )
  expect(orders).toEqual([1, 2, 3].map(() => ({ worth: true, known: true })))
  expect(await scanFiles({ INVOICE })).toHaveLength(1)
  expect(await scanTables(organizationId, { sheet: values['phone of the export'] })).toEqual([])
  // Asked again nothing is done and nothing recorded twice.
  expect(dataOf(await erase(company, id))).toEqual({ orders: 0 })
  expect(
    await inspect(organizationId, `SELECT event, after FROM audit_event WHERE event LIKE 'buyer.%' ORDER BY id`),
  ).toEqual([
    { event: 'buyer.erased', after: { orders: 2 } },
    { event: 'buyer.erased', after: { orders: 2 } },
  ])
})

test('a buyer whose name is a word takes nothing with them that somebody else said, nor does an own sale’s customer', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await putIn(company, [{ code: '261101WORDS01', daysAgo: 3, priceCents: 1000 }])
  const [order] = await inspect<{ id: string; shopId: string }>(
    organizationId,
    `UPDATE shop SET external_shop_id = '7700' RETURNING id AS "shopId", (SELECT id FROM orders) AS id`,
  )
  await inspect(organizationId, 'SELECT claim_shop($1)', [order!.shopId])
  const traced = { company, shopId: order!.shopId, orderId: order!.id, shopNumber: 7700 }
  const said = 'o output de Renata Lima, timestamp 12'
  for (const name of SAID_BY_OTHERS) await traces[name]!(traced, said)
  const places = async () => (await scanTables(organizationId, { said })).map(({ where }) => where).toSorted()
  const before = await places()
  expect(before.length).toBeGreaterThanOrEqual(SAID_BY_OTHERS.length)
  await signInAs(company.owner)
  for (const [username, name] of [
    ['output', 'Renata'],
    ['timestamp', 'Re Lim'],
    ['message', null],
  ] as const) {
    await changeAsOwner(
      organizationId,
      `UPDATE order_buyer SET username = $1, name = $2, phone = NULL, document = NULL, address = NULL`,
      [username, name],
    )
    await changeAsOwner(organizationId, 'UPDATE orders SET buyer_erased_at = NULL', [])
    expect(dataOf(await erase(company, order!.id))).toEqual({ orders: 1 })
    await changeAsOwner(organizationId, 'UPDATE orders SET buyer_erased_at = NULL', [])
    await changeAsOwner(
      organizationId,
      `INSERT INTO order_buyer (organization_id, order_id, purge_after) VALUES (current_organization(), $1, now() + interval '1 day')`,
      [order!.id],
    )
  }
  expect(await places()).toEqual(before)
  await traces['a sale that was delivered']!(traced, 'Renata Lima')
  const [sale] = await inspect<{ id: string }>(organizationId, `SELECT id FROM orders WHERE customer_name IS NOT NULL`)
  expect(dataOf(await erase(company, sale!.id, true))).toEqual({ orders: 1 })
  expect(await places()).toEqual(before)
})

test('a repeated request erases later texts about an old order, once none of them is needed', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await putIn(company, [
    { code: '261101AGAIN01', daysAgo: 3, priceCents: 1000 },
    { code: '261101AGAIN02', daysAgo: 3, priceCents: 1000 },
  ])
  const [order] = await inspect<{ id: string; shopId: string; code: string }>(
    organizationId,
    'SELECT id, shop_id AS "shopId", external_code AS code FROM orders ORDER BY external_code',
  )
  const traced = { company, shopId: order!.shopId, orderId: order!.id, shopNumber: 7700 }
  await signInAs(company.owner)
  expect(dataOf(await erase(company, order!.id))).toEqual({ orders: 2 })
  expect(dataOf(await erase(company, order!.id))).toEqual({ orders: 0 })

  for (const later of ['a return', 'a note of the order', 'a photo of the parcel']) {
    await traces[later]!(traced, USERNAME)
    await signInAs(company.owner)
    const erasure = async () => getBuyerErasureFor({ organizationId, role: 'owner' }, order!.id)
    expect(await erasure()).toMatchObject({ orders: 1, codes: [order!.code], erasedAt: null })
    if (later === 'a return') {
      await changeAsOwner(organizationId, `UPDATE order_return SET state = 'disputed'`, [])
      expect(await erase(company, order!.id)).toMatchObject({ ok: false, error: 'buyerStillNeeded' })
      await changeAsOwner(organizationId, `UPDATE order_return SET state = 'closed'`, [])
    }
    expect(dataOf(await erase(company, order!.id))).toEqual({ orders: 1 })
    expect(await erasure()).toMatchObject({ orders: 0 })
    expect(dataOf(await erase(company, order!.id))).toEqual({ orders: 0 })
  }
  await asWorker(purgeExpired)
  expect(await scanTables(organizationId, { USERNAME })).toEqual([])
  expect(await scanFiles({ USERNAME })).toEqual([])
})

test('another company’s same buyer is untouched, and what they buy later is kept as any buyer’s', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  for (const company of [mine, theirs]) await putIn(company, [{ code: '261101SAME01', daysAgo: 3, priceCents: 1000 }])
  const known = ({ organizationId }: typeof mine) =>
    inspect<{ code: string }>(
      organizationId,
      `SELECT o.external_code AS code FROM order_buyer b JOIN orders o ON o.organization_id = b.organization_id AND o.id = b.order_id
       WHERE b.organization_id = current_organization() ORDER BY 1`,
    )
  const [order] = await inspect<{ id: string }>(mine.organizationId, 'SELECT id FROM orders')
  await signInAs(mine.owner)
  expect(dataOf(await erase(mine, order!.id))).toEqual({ orders: 1 })
  expect(await known(theirs)).toEqual([{ code: '261101SAME01' }])
  expect(await known(mine)).toEqual([])
  await changeAsOwner(mine.organizationId, `UPDATE buyer_erasure SET erased_at = now() - interval '2 days'`, [])
  await putIn(mine, [{ code: '261101LATER1', daysAgo: 1, priceCents: 1000 }])
  expect(await known(mine)).toEqual([{ code: '261101LATER1' }])
})

test('a member who does not run the company cannot erase, and an order of another company does not exist', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  await putIn(theirs, [{ code: '261101OTHER1', daysAgo: 3, priceCents: 1000 }])
  const [order] = await inspect<{ id: string }>(theirs.organizationId, 'SELECT id FROM orders')
  await signInAs(mine.owner)
  expect(await erase(mine, order!.id)).toMatchObject({ ok: false, error: 'notFound' })
  for (const role of ['manager', 'operator', 'finance', 'viewer', 'accountant'] as const) {
    await signInAs(await addMember(theirs, role))
    expect(await erase(theirs, order!.id)).toMatchObject({ ok: false, error: 'permissionDenied' })
  }
  await signInAs(await addMember(theirs, 'admin'))
  expect(dataOf(await erase(theirs, order!.id))).toEqual({ orders: 1 })
})

test('the trails of its companies are whole', () => verifyCompanies({ isPlanted: true }))
