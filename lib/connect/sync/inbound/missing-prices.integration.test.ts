import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrganization } from '@/lib/core/db'
import { localDay } from '@/lib/core/dates'
import { clearProcessState } from '@/lib/core/process/process-state'
import { listPrechecks } from '@/lib/money/month-close/prechecks'
import { getResultFor } from '@/lib/money/profit/views'
import { headlineOf, knownSum } from '@/lib/money/profit/result-lines'
import { tileOf } from '@/lib/money/profit/tile-figures'
import { getOrderListFor } from '@/lib/sales/orders/views'
import { unpricedHref } from '@/lib/sales/orders/filters'
import { importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { foldSales } from '@/lib/testing/factories/sales'
import { CuttingProxy } from '@/lib/testing/fakes/cutting-proxy'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  orderOf,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listSyncFailures } from '@/lib/testing/harnesses/sync-harness'
import { settleSingly } from './sync-escrow'

const timeZone = 'America/Sao_Paulo'
const { platform } = openShopHarness({
  settings: { pushesEnabled: false, trackingDelaySeconds: 0, invoicesRequired: false },
})
const folder = mkdtempSync(join(tmpdir(), 'prices-'))
let harness: DispatchHarness
let proxy: CuttingProxy
beforeAll(async () => {
  proxy = new CuttingProxy(platform().url)
  process.env.SHOPEE_API_URL = await proxy.start()
})
afterAll(async () => {
  await proxy.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  proxy.changeAnswer = async (_path, body) => body
  clearProcessState()
  harness = await openDispatchHarness(platform())
})

const sql = <T extends object>(text: string, given: unknown[] = []) =>
  inspect<T>(harness.company.organizationId, text, given)

type Item = Record<string, unknown>
/** The platform leaves out the prices of these lines. */
function withoutPrices(lines: readonly number[]) {
  proxy.changeAnswer = async (path, body) => {
    if (!path.endsWith('/get_order_detail')) return body
    const answer = JSON.parse(body) as { response: { order_list: { item_list: Item[] }[] } }
    for (const { item_list: items } of answer.response.order_list)
      for (const line of lines) {
        delete items[line]!.model_original_price
        delete items[line]!.model_discounted_price
      }
    return JSON.stringify(answer)
  }
}

async function place(nths = [0, 1]): Promise<string> {
  const items = nths.map((nth) => ({ itemId: harness.items[nth]!, modelId: 0, quantity: 1 }))
  const { orderSn } = await platform().admin<{ orderSn: string }>('order', {
    shopId: harness.number,
    isPaid: true,
    items,
  })
  return orderSn
}

const readWithout = async (code: string, lines: readonly number[]) => {
  withoutPrices(lines)
  await readAgain(harness, [code])
}

/** The order as a sheet has it, with the prices that the platform left out. */
async function importExport(code: string) {
  const path = join(folder, `${code}.xlsx`)
  const product = (sku: string, priceCents: number) => ({ sku, title: `Anúncio ${sku}`, quantity: 1, priceCents })
  const placed = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  await writeOrderExport(path, [
    { code, status: 'A Enviar', placed, items: [product('CAN', 2500), product('CAM', 4990)] },
  ])
  await importSheet(harness.company, path, { shopId: harness.shopId })
}

async function complete(code: string) {
  for (const name of ['ship', 'pick-up', 'deliver', 'complete']) await step(harness, code, name)
  await platform().admin('order-release', { orderSn: code })
}

const income = async (code: string, cents: number) => {
  const rows = JSON.stringify([
    {
      n: 0,
      code,
      part: '',
      amount: cents,
      at: new Date(),
      lines: [{ kind: 'product_revenue', key: 'original_cost_of_goods_sold', amount: cents, name: 'Preço' }],
    },
  ])
  await asWorker(() =>
    withOrganization(
      harness.company,
      (db) => db.$queryRaw`SELECT created FROM write_income(${harness.shopId}::uuid, ${rows}::jsonb)`,
    ),
  )
}

const today = () => localDay(new Date(), timeZone)
const range = () => ({ from: `${today().slice(0, 8)}01`, to: today() })
const viewer = () => ({ ...harness.company.owner, timeZone })
const result = async () => (await getResultFor(viewer(), { period: 'custom', ...range() })).total

async function stateOf(code: string) {
  await foldSales(harness.company)
  const items = await sql<{ missing: boolean; cents: number }>(
    `SELECT i.price_missing AS missing, i.subtotal_cents::int AS cents FROM order_item i JOIN orders o ON o.id = i.order_id
     WHERE o.external_code = $1 ORDER BY i.line`,
    [code],
  )
  const [order] = await sql<{ revenue: number; counted: number; sold: number }>(
    `SELECT o.revenue_cents::int AS revenue, (SELECT sum(unpriced)::int FROM sales_day) AS counted, (SELECT sum(gross_cents)::int FROM sales_day) AS sold
     FROM orders o WHERE o.external_code = $1`,
    [code],
  )
  const failures = (await listSyncFailures(harness.company)).filter(
    ({ operation, state }) => operation === 'price' && state !== 'resolved',
  )
  return { items, ...order, failures: failures.length }
}
const priced = (first: number) => ({
  items: [
    { missing: false, cents: first },
    { missing: false, cents: 4990 },
  ],
  revenue: first + 4990,
  counted: 0,
  sold: first + 4990,
  failures: 0,
})
const unpriced = {
  items: [
    { missing: true, cents: 0 },
    { missing: false, cents: 4990 },
  ],
  revenue: 4990,
  counted: 1,
  sold: 4990,
  failures: 1,
}

test('an order without a price says so wherever its revenue is left out, with the way to exactly that order', async () => {
  const [code, whole] = [await place([0]), await place([1])]
  await readAgain(harness, [whole])
  await readWithout(code, [0])
  const { id } = await orderOf(harness, code)
  const total = await result()
  expect(total.unpricedOrders).toBe(1n)
  expect(tileOf(total)).toMatchObject({
    unpriced: 1n,
    figures: [{ key: 'sales', value: 4990n, status: 'partial' }, {}, {}, {}, {}, {}],
  })
  const query = Object.fromEntries(new URL(unpricedHref(range(), {}), 'http://x').searchParams)
  const { page } = await getOrderListFor(viewer(), query)
  expect(page.rows).toMatchObject([{ id, unpriced: true, netCents: null, marginCents: null }])
  const books = { organizationId: harness.company.organizationId, entity: harness.company.legalEntityId }
  const checks = await withOrganization(harness.company, (db) =>
    listPrechecks(db, books as never, range(), {}, { gaps: [], unsaid: [] }),
  )
  expect(checks.find(({ kind }) => kind === 'unpriced')).toMatchObject({
    count: 1,
    href: expect.stringContaining('unpriced=1'),
  })
})

test('where nothing that was sold has a price, revenue and profit are unknown and not zero', async () => {
  await readWithout(await place([0]), [0])
  const total = await result()
  expect(headlineOf(total).cents).toBeNull()
  expect(knownSum(total, 'netRevenue')).toBeNull()
  expect(tileOf(total).figures[0]).toMatchObject({ value: null, status: 'unknown' })
})

describe('an order that the platform named without the price of an item', () => {
  let code: string
  beforeEach(async () => {
    code = await place()
    await readWithout(code, [0])
    expect(await stateOf(code)).toEqual(unpriced)
  })

  test('has it from the platform’s next answer', async () => {
    proxy.changeAnswer = async (_path, body) => body
    await readAgain(harness, [code])
    expect(await stateOf(code)).toEqual(priced(2500))
  })

  test('has it from a sheet, and keeps it when the platform leaves it out again', async () => {
    await importExport(code)
    expect(await stateOf(code)).toEqual(priced(2500))
    await step(harness, code, 'ship')
    await readWithout(code, [0])
    expect(await stateOf(code)).toEqual(priced(2500))
    await importExport(code)
    expect(await stateOf(code)).toEqual(priced(2500))
  })

  test('has it from its settlement', async () => {
    await complete(code)
    await readWithout(code, [0])
    await asWorker(() => settleSingly(harness.shop, [code]))
    expect(await stateOf(code)).toEqual(priced(2500))
  })

  test('has it from the income report, which names the whole', async () => {
    await income(code, 2300 + 4990)
    expect(await stateOf(code)).toEqual(priced(2300))
  })
})

test('a sheet that came first keeps its prices where the platform leaves them out', async () => {
  const code = await place()
  await importExport(code)
  await readWithout(code, [0])
  expect(await stateOf(code)).toEqual(priced(2500))
})

test('an income report says neither of two missing prices: both stay missing', async () => {
  const code = await place()
  await readWithout(code, [0, 1])
  await income(code, 7490)
  expect(await stateOf(code)).toMatchObject({ items: [{ missing: true }, { missing: true }], counted: 1 })
})

test('an item that the platform gives away has a price, which is zero', async () => {
  const code = await place()
  proxy.changeAnswer = async (path, body) => {
    if (!path.endsWith('/get_order_detail')) return body
    const answer = JSON.parse(body) as { response: { order_list: { item_list: Item[] }[] } }
    Object.assign(answer.response.order_list[0]!.item_list[0]!, { model_original_price: 0, model_discounted_price: 0 })
    return JSON.stringify(answer)
  }
  await readAgain(harness, [code])
  expect(await stateOf(code)).toEqual(priced(0))
})
