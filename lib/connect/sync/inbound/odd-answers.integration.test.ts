import { clearProcessState } from '@/lib/core/process/process-state'
import { CuttingProxy } from '@/lib/testing/fakes/cutting-proxy'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  orderOf,
  placeToShip,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listSyncFailures } from '@/lib/testing/harnesses/sync-harness'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'
import { pollOrders } from './poll-orders'
import { settleSingly, syncEscrow } from './sync-escrow'
import { pollListings } from './sync-listings'
import { syncWallet } from './sync-wallet'

const { platform } = openShopHarness({
  settings: { pushesEnabled: false, trackingDelaySeconds: 0, invoicesRequired: false },
})

type Parcel = { package_number: string; item_list: [{ item_id?: number }] }
type Order = { order_status: string; note: string; split_up: boolean; item_list: unknown; package_list?: [Parcel] }
type Income = Record<string, unknown> & { items: [{ item_id?: number }] }
type Responses = {
  get_order_list: { order_list: object[] }
  get_order_detail: { order_list: [Order] }
  get_item_list: { item: object[]; total_count: number }
  get_item_base_info: { item_list: { item_id: number; has_model: boolean }[] }
  get_wallet_transaction_list: {
    transaction_list: { order_sn?: string; amount?: number | undefined; create_time?: number | undefined }[]
  }
  get_escrow_detail_batch: { escrow_detail: { order_income: Income } }[]
}
let harness: DispatchHarness
let proxy: CuttingProxy
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
  proxy = new CuttingProxy(platform().url)
  process.env.SHOPEE_API_URL = await proxy.start()
})
afterAll(() => proxy.stop())
beforeEach(async () => {
  proxy.changeAnswer = async (_path, body) => body
  proxy.refuse = () => null
  clearProcessState()
  await sql('DELETE FROM sync_failure')
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)
const failures = async () =>
  (await listSyncFailures(harness.company)).map(({ operation, subject, error_code: code }) => [
    operation,
    subject,
    code,
  ])
/** Changes the response of one endpoint as it passes. */
function change<Name extends keyof Responses>(endpoint: Name, edit: (response: Responses[Name]) => unknown) {
  proxy.changeAnswer = async (path, body) => {
    if (!path.endsWith(`/${endpoint}`)) return body
    const answer = JSON.parse(body) as { response: Responses[Name] }
    return JSON.stringify({ ...answer, response: edit(answer.response) ?? answer.response })
  }
}
const answerWith = (endpoint: string, answer: object, isMeant: (sent: string) => boolean = () => true) => {
  proxy.refuse = (path, sent) =>
    path.endsWith(`/${endpoint}`) && isMeant(sent)
      ? JSON.stringify({ error: '', message: '', request_id: 'r', ...answer })
      : null
}
async function place(items = [harness.items[0]!]) {
  const request = { isPaid: true, items: items.map((itemId) => ({ itemId, modelId: 0, quantity: 1 })) }
  return (await platform().admin<{ orderSn: string }>('order', { shopId: harness.number, ...request })).orderSn
}
async function completed() {
  const order = await placeToShip(harness)
  for (const name of ['ship', 'pick-up', 'deliver', 'complete']) await step(harness, order.code, name)
  await platform().admin('order-release', { orderSn: order.code })
  await readAgain(harness, [order.code])
  return order
}

test('an element of a list that names nothing takes no other with it: a booking without an order, an item without a number', async () => {
  const code = await place()
  change(
    'get_order_list',
    ({ order_list: list }) => void list.push({ booking_sn: 'B1', order_status: 'READY_TO_SHIP' }),
  )
  await asWorker(() => pollOrders(harness.shop))
  expect(await orderOf(harness, code)).toMatchObject({ status: 'confirmed' })
  change('get_item_list', ({ item }) => void item.push({ item_status: 'NORMAL' }))
  await asWorker(() => pollListings(harness.shop))
  expect(await sql('SELECT count(*)::int AS listings FROM listing WHERE synced_at IS NOT NULL')).toEqual([
    { listings: 3 },
  ])
  const packages = [{ package_number: 'X' }, { order_sn: code, package_number: 'Y' }]
  answerWith('search_package_list', { response: { packages_list: packages, pagination: { more: false } } })
  await asWorker(() => pollOrders(harness.shop))
  expect(await orderOf(harness, code)).toMatchObject({ invoice_state: 'none' })
})

test('an order without any price is sold and its revenue said to be unknown, until a price comes', async () => {
  const code = await place()
  change('get_order_detail', ({ order_list: [order] }) => {
    for (const item of order.item_list as Record<string, unknown>[]) {
      delete item.model_original_price
      delete item.model_discounted_price
    }
  })
  await readAgain(harness, [code])
  expect(await orderOf(harness, code)).toMatchObject({ status: 'confirmed' })
  expect(await failures()).toEqual([['price', code, 'priceMissing']])
  proxy.changeAnswer = async (_path, body) => body
  await readAgain(harness, [code])
  expect((await listSyncFailures(harness.company)).map(({ state }) => state)).toEqual(['resolved'])
})

test('a movement of the wallet without its amount or its moment is no movement, and is said to the seller', async () => {
  const { code } = await completed()
  change('get_wallet_transaction_list', ({ transaction_list: list }) => {
    const paid = list.find(({ order_sn: orderSn }) => orderSn === code)
    if (paid) list.push({ ...paid, amount: undefined }, { ...paid, create_time: undefined })
  })
  await asWorker(() => syncWallet(harness.shop))
  const noted = (await failures()).filter(([operation]) => operation === 'wallet')
  expect(noted).toHaveLength(2)
  for (const [, subject, error] of noted)
    expect([subject, error]).toEqual([expect.stringContaining(code), 'movementIncomplete'])
  expect(await sql('SELECT 1 FROM wallet_transaction WHERE external_code = $1', [code])).toHaveLength(1)
})

test('a parcel’s part without a number costs neither the order nor the parcel', async () => {
  const code = await place()
  change('get_order_detail', ({ order_list: [order] }) => void delete order.package_list![0].item_list[0].item_id)
  await readAgain(harness, [code])
  const { id } = await orderOf(harness, code)
  expect(await sql('SELECT 1 FROM package WHERE order_id = $1', [id])).toHaveLength(1)
})

test('an answer that leaves out what an order consists of, or its parcels, takes nothing of that away', async () => {
  const code = await place()
  await readAgain(harness, [code])
  const { id } = await orderOf(harness, code)
  const known = () =>
    sql(
      `SELECT o.units, o.revenue_cents::int AS revenue, (SELECT count(*)::int FROM package_item i JOIN package k ON k.id = i.package_id
         WHERE k.order_id = o.id) AS packed FROM orders o WHERE o.id = $1`,
      [id],
    )
  const whole = [{ units: 1, revenue: 2500, packed: 1 }]
  expect(await known()).toEqual(whole)
  change('get_order_detail', ({ order_list: [order] }) => void (order.item_list = null))
  await readAgain(harness, [code])
  expect(await known()).toEqual(whole)
  expect(await failures()).toEqual([['order', code, 'unexpectedShape']])
  change('get_order_detail', ({ order_list: [order] }) => {
    delete order.package_list
    order.note = 'changed'
  })
  await readAgain(harness, [code])
  expect(await known()).toEqual(whole)
})

test('a list of orders that gives its cursor again is left, and is not followed for ever', async () => {
  let asked = 0
  answerWith(
    'get_order_list',
    { response: { more: true, next_cursor: 'SAME', order_list: [] } },
    () => (asked += 1) > 0,
  )
  const error = { kind: 'unexpectedShape', text: 'next_cursor: comes again' }
  await expect(asWorker(() => pollOrders(harness.shop))).rejects.toMatchObject(error)
  expect(asked).toBe(2)
})

test('the parcels of an order that was split, and joined again, are those that it has now', async () => {
  const code = await place([harness.items[0]!, harness.items[1]!])
  await readAgain(harness, [code])
  const { id } = await orderOf(harness, code)
  const numbers = async () =>
    (await sql<{ number: string }>('SELECT number FROM package WHERE order_id = $1 ORDER BY 1', [id])).map(
      ({ number }) => number,
    )
  const whole = await numbers()
  change('get_order_detail', ({ order_list: [order] }) => {
    const [one] = order.package_list!
    order.split_up = true
    const parcels = one.item_list.map((item, n): Parcel => ({ ...one, package_number: `${n}`, item_list: [item] }))
    order.package_list = parcels as [Parcel]
  })
  await readAgain(harness, [code])
  expect(await numbers()).toEqual(['0', '1'])
  proxy.changeAnswer = async (_path, body) => body
  await readAgain(harness, [code])
  expect(await numbers()).toEqual(whole)
  // A parcel that left the bench is evidence, whatever the platform says later.
  await sql('UPDATE package SET packed_at = now() WHERE order_id = $1', [id])
  change('get_order_detail', ({ order_list: [order] }) => void (order.package_list![0].package_number = 'OTHER'))
  await readAgain(harness, [code])
  expect(await numbers()).toEqual([...whole, 'OTHER'].toSorted())
})

test('an order in an unknown status is taken in by its moments, named to the seller until a known one comes', async () => {
  const code = await place()
  const reserved = async () => (await sql('SELECT coalesce(sum(reserved), 0)::int AS units FROM stock_level'))[0]
  const before = await reserved()
  change('get_order_detail', ({ order_list: [order] }) => void (order.order_status = 'HELD_BY_CARRIER'))
  await readAgain(harness, [code])
  const failure = 'SELECT error_code, platform_text, state FROM sync_failure WHERE subject = $1'
  const waiting = { error_code: 'unknownStatus', platform_text: 'HELD_BY_CARRIER', state: 'waiting' }
  expect(await sql(failure, [code])).toEqual([waiting])
  expect(await orderOf(harness, code)).toMatchObject({ status: 'confirmed', platform_status: 'HELD_BY_CARRIER' })
  expect(await reserved()).not.toEqual(before)
  proxy.changeAnswer = async (_path, body) => body
  await readAgain(harness, [code])
  expect(await sql(failure, [code])).toEqual([{ ...waiting, state: 'resolved' }])
  expect(await orderOf(harness, code)).toMatchObject({ status: 'confirmed', platform_status: 'READY_TO_SHIP' })
})

test('an order in an unknown status that may be cancelled is left as it is, and named', async () => {
  const code = await place()
  const end = (order: Order) => Object.assign(order, { order_status: 'CLOSED_BY_PLATFORM', cancel_by: 'system' })
  change('get_order_detail', ({ order_list: [order] }) => void end(order))
  await readAgain(harness, [code])
  expect(await failures()).toEqual([['order', code, 'unknownStatus']])
  expect(await sql('SELECT id FROM orders WHERE external_code = $1', [code])).toEqual([])
  proxy.changeAnswer = async (_path, body) => body
  await readAgain(harness, [code])
  change('get_order_detail', ({ order_list: [order] }) => void end(order))
  await readAgain(harness, [code])
  expect(await orderOf(harness, code)).toMatchObject({ status: 'confirmed', platform_status: 'READY_TO_SHIP' })
})

test('one order whose settlement is refused, or says nothing, is a failure of that order: the others are settled', async () => {
  const [odd, other] = [await completed(), await completed()]
  answerWith('get_escrow_detail', { error: 'error_data', message: 'Get escrow income failed.' })
  const both = [odd.code, other.code]
  await asWorker(() => settleSingly(harness.shop, [odd.code]))
  expect(await failures()).toEqual([['escrow', odd.code, 'businessRefused']])
  answerWith('get_escrow_detail', { response: null })
  await asWorker(() => settleSingly(harness.shop, [odd.code]))
  expect(await failures()).toEqual([['escrow', odd.code, 'unexpectedShape']])
  proxy.refuse = () => null
  await asWorker(() => settleSingly(harness.shop, both))
  const settled = `SELECT DISTINCT o.external_code AS code FROM orders o JOIN money_line l ON l.organization_id = o.organization_id AND l.order_id = o.id
    WHERE l.source = 'api' AND o.external_code = ANY ($1)`
  expect(await sql(settled, [both])).toHaveLength(2)
})

test('a settlement without its goods and fees, or without its fees alone, is missing and not zero: the estimate stays', async () => {
  const order = await placeToShip(harness)
  const money = () =>
    sql('SELECT fees_charged_cents::int AS charged, fees_estimated_cents::int AS estimated FROM orders WHERE id = $1', [
      order.id,
    ])
  const estimated = [{ charged: null, estimated: 950 }]
  expect(await money()).toEqual(estimated)
  change('get_escrow_detail_batch', (response) => {
    for (const { escrow_detail: detail } of response) detail.order_income = {} as Income
  })
  await asWorker(() => syncEscrow(harness.shop))
  expect(await money()).toEqual(estimated)
  expect(await failures()).toContainEqual(['escrow', order.code, 'unexpectedShape'])
  await sql('DELETE FROM sync_failure')
  change('get_escrow_detail_batch', (response) => {
    for (const { escrow_detail: detail } of response)
      for (const name of Object.keys(detail.order_income))
        if (/commission|service/.test(name)) delete detail.order_income[name]
  })
  await asWorker(() => syncEscrow(harness.shop))
  expect(await money()).toEqual(estimated)
  // Parts of it that only the price of a bundle needs cost nothing.
  await sql('DELETE FROM sync_failure')
  change('get_escrow_detail_batch', (response) => {
    for (const { escrow_detail: detail } of response) delete detail.order_income.items[0].item_id
  })
  await asWorker(() => syncEscrow(harness.shop))
  expect(await money()).toEqual([{ charged: 950, estimated: null }])
})

test('an item whose variations the platform refuses, as of a kit, is a failure of that item: the others are written', async () => {
  await sql(`UPDATE sync_state SET watermark = NULL, cursor = NULL WHERE stream = 'listings'`)
  await sql('UPDATE listing SET title = $1', ['before'])
  const odd = String(harness.items[1])
  change('get_item_base_info', ({ item_list: items }) => {
    for (const item of items) item.has_model = String(item.item_id) === odd
  })
  answerWith('get_model_list', { error: 'product.error_busi', message: 'The item is a kit.' })
  await asWorker(() => pollListings(harness.shop))
  expect(await failures()).toEqual([['listing', odd, 'businessRefused']])
  const untouched = await sql<{ item: string }>('SELECT item_id AS item FROM listing WHERE title = $1', ['before'])
  expect(untouched).toEqual([{ item: odd }])
})

test('nothing is gone by a list that says nothing, or is shorter than it says', async () => {
  const gone = () => sql('SELECT item_id FROM listing WHERE gone_at IS NOT NULL')
  const sweep = async () => {
    await sql(`UPDATE sync_state SET cursor = NULL WHERE stream = 'listings'`)
    await asWorker(() => pollListings(harness.shop))
    return gone()
  }
  change('get_item_list', () => ({}))
  expect(await sweep()).toEqual([])
  change('get_item_list', ({ item, ...rest }) => ({ ...rest, item: item.slice(1) }))
  expect(await sweep()).toEqual([])
  change('get_item_list', ({ item, ...rest }) => ({ ...rest, item: item.slice(1), total_count: item.length - 1 }))
  expect(await sweep()).toHaveLength(1)
  // An item that moved from the second page to the first while the list was read stands in neither.
  let all: object[] = []
  let page = 0
  change('get_item_list', ({ item }) => {
    page += 1
    if (page === 1) all = item
    const rest = { total_count: all.length - 1, has_next_page: page === 1, next_offset: 100 }
    return page > 2 ? { item: all, total_count: all.length } : { ...rest, item: page === 1 ? all.slice(0, -1) : [] }
  })
  expect(await sweep()).toEqual([])
})

test('one order that the platform refuses to be asked about does not hold up those that were pushed with it', async () => {
  const code = await place()
  const odd = '000000TESTPUSH'
  for (const orderSn of [odd, code]) {
    const event = { code: 3, kind: 'orderStatus', orderSn, returnSn: null, itemId: null, authorizeType: null }
    await withOwner((owner) =>
      owner.query(
        `INSERT INTO webhook_inbox (platform, external_shop_id, code, body, body_hash, platform_at)
         VALUES ('shopee', $1, 3, $2::jsonb, decode(md5($2::jsonb::text), 'hex'), now())`,
        [String(harness.number), { ...event, shopIds: [String(harness.number)] }],
      ),
    )
  }
  const refused = { error: 'error_param', message: 'Wrong parameters, detail: order_sn is invalid.' }
  answerWith('get_order_detail', refused, (sent) => sent.includes(odd))
  await asWorker(() => workWebhookEvents(String(harness.number)))
  expect(await orderOf(harness, code)).toMatchObject({ status: 'confirmed' })
  expect(await failures()).toEqual([['order', odd, 'invalidInput']])
  const states = await withOwner((owner) => owner.query<{ state: string }>('SELECT state FROM webhook_inbox'))
  expect(states.rows.map(({ state }) => state)).toEqual(['done', 'done'])
})
