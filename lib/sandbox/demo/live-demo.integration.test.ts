import { sandboxUrl } from '@/lib/testing/harnesses/database'
import { PARTNER_ID, PARTNER_KEY, startTestSandbox, type TestSandbox } from '@/lib/testing/fakes/sandbox'
import { driveOrder } from '../orders/drive-order'
import { payOutWaiting } from '../payment/settle-order'
import { listShops } from '../shops'
import { drawDemo, drawingId } from './drawings'
import { liveDemo } from './live-demo'
import { openDemo, type DemoPlatformShop } from './open-demo'

const now = Math.floor(Date.now() / 1000)
const HOUR = 3600
const item = {
  key: 'mug',
  name: 'Caneca',
  sku: 'CAN',
  priceCents: 2490,
  stock: 500,
  weightGrams: 300,
  gtin: '',
  pull: 1,
}
const placed = (code: string, status: DemoPlatformShop['orders'][number]['status'], more = {}) => ({
  code,
  status,
  placedAt: now - 30 * HOUR,
  paidAt: now - 29 * HOUR,
  shipBy: now + HOUR,
  shippedAt: null,
  deliveredAt: null,
  trackingNumber: null,
  sellerVoucherCents: 0,
  freightPaidCents: 790,
  buyer: { username: 'ana.lima1', recipient: { name: 'Ana Lima', city: 'Recife', state: 'PE' } },
  lines: [{ key: 'mug', quantity: 2, unitPriceCents: 2490 }],
  ...more,
})
const shop = {
  name: 'Loja Norte',
  ordersADay: 12,
  balanceCents: 12_345,
  points: 1,
  items: [{ ...item, imageId: drawingId('POT-KIT-3'), createdAt: now - 900 * HOUR }],
  orders: [
    placed('261127AAAAAAAA', 'READY_TO_SHIP'),
    placed('261127BBBBBBBB', 'INVOICE_PENDING'),
    placed('261127CCCCCCCC', 'SHIPPED', { shippedAt: now - HOUR }),
  ],
}

let sandbox: TestSandbox
let shopId: string
let listed: { name: string; itemId: string }[]
beforeAll(async () => {
  sandbox = await startTestSandbox()
  const app = { databaseUrl: sandboxUrl(), partnerId: PARTNER_ID, partnerKey: PARTNER_KEY }
  const [opened] = await openDemo({ ...app, now: new Date(now * 1000), shops: [shop] })
  shopId = opened!.shopId
  listed = opened!.items
})
afterAll(() => sandbox.stop())

const at = (seconds: number) => sandbox.platform.clock.setOffset(seconds)
const live = async (...seconds: number[]) => {
  for (const second of seconds) {
    at(second)
    await liveDemo(sandbox.platform)
    await payOutWaiting(sandbox.platform)
  }
}
const orders = async () =>
  (
    await sandbox.platform.pool.query<{ order_sn: string; status: string }>(
      'SELECT order_sn, status FROM orders WHERE shop_id = $1 ORDER BY create_time, order_sn',
      [shopId],
    )
  ).rows
const statusOf = async (code: string) => (await orders()).find(({ order_sn }) => order_sn === code)?.status
const drive = (code: string, step: 'ship') =>
  sandbox.platform.transaction((db) =>
    driveOrder({ platform: sandbox.platform, db, now: sandbox.platform.clock.now() }, code, step),
  )

test('the listings of the platform have the numbers that it gave them', async () => {
  const { rows } = await sandbox.platform.pool.query(
    'SELECT name, item_id::text AS "itemId" FROM item WHERE shop_id = $1',
    [shopId],
  )
  expect(listed).toEqual(rows)
})

test('nothing happens by itself where no orders are to be invented', async () => {
  await live(0, 600, 86_400)
  expect(await orders()).toHaveLength(3)
})

test('orders come soon after a start and on, are paid and invoiced, and wait then for who ships them', async () => {
  await sandbox.platform.changeSettings({ demoOrders: 1 })
  await live(0, 39)
  const before = (await orders()).length
  await live(41)
  const after = await orders()
  expect(after).toHaveLength(before + 1)
  const [made] = after.slice(-1)
  expect(made!.status).toBe('UNPAID')
  await live(120, 300)
  expect(['READY_TO_SHIP', 'INVOICE_PENDING']).toContain(await statusOf(made!.order_sn))
  expect((await orders()).length).toBeGreaterThan(before + 1)
  expect(await statusOf('261127AAAAAAAA')).toBe('READY_TO_SHIP')
  expect(await statusOf('261127BBBBBBBB')).toBe('INVOICE_PENDING')
  expect(await statusOf('261127CCCCCCCC')).toBe('SHIPPED')
})

test('a parcel is fetched only after its label was printed, and then paid within minutes', async () => {
  at(400)
  await drive('261127AAAAAAAA', 'ship')
  await live(1200)
  expect(await statusOf('261127AAAAAAAA')).toBe('PROCESSED')
  await sandbox.platform.pool.query(
    `INSERT INTO shipping_documents (package_number, document_type, order_sn, shop_id, status, ready_time, create_time, download_count)
     SELECT package_number, 'NORMAL_AIR_WAYBILL', order_sn, shop_id, 'READY', $1, $1, 1 FROM packages WHERE order_sn = '261127AAAAAAAA'`,
    [now + 1200],
  )
  await live(1300)
  expect(await statusOf('261127AAAAAAAA')).toBe('PROCESSED')
  const seen: (string | undefined)[] = []
  for (const second of [1400, 1600, 1800]) {
    await live(second)
    seen.push(await statusOf('261127AAAAAAAA'))
  }
  expect(seen).toEqual(['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'])
  const { rows } = await sandbox.platform.pool.query<{ amount_cents: number; balance_cents: bigint }>(
    `SELECT amount_cents, balance_cents FROM wallet_transaction WHERE order_sn = '261127AAAAAAAA'`,
  )
  expect(rows).toHaveLength(1)
  // Two at R$24.90 less 20 % and R$4.50 each: no fee that the company's history does not know.
  expect(rows[0]!.amount_cents).toBe(49_80 - 9_96 - 9_00)
  expect(Number(rows[0]!.balance_cents)).toBe(12_345 + rows[0]!.amount_cents)
})

test('its shops are not offered to another company, and there is a free one beside them', async () => {
  const listed = await listShops(sandbox.platform.pool, BigInt(PARTNER_ID))
  expect(listed.filter(({ is_demo }) => is_demo).map(({ name }) => name)).toEqual(['Loja Norte'])
  expect(listed.some(({ is_demo }) => !is_demo)).toBe(true)
  const page = await fetch(
    `${sandbox.url}/auth?${new URLSearchParams({ partner_id: String(PARTNER_ID), auth_type: 'seller', response_type: 'code', redirect_uri: 'http://localhost:3000/api/shopee/callback' })}`,
  )
  const text = await page.text()
  expect(text).toContain('Loja Sandbox')
  expect(text).not.toContain(shopId)
})

test('each picture of the demonstration is a drawing, another id is none', () => {
  expect(drawDemo(drawingId('GAR-1L-INX'))).toContain('<svg')
  expect(drawingId('CAB-USBC-2M-X2')).toBe(drawingId('CAB-USBC-2M'))
  expect(drawDemo('br-11134207-abc')).toBeNull()
})
