import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { withOrganization } from '@/lib/core/db'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { getImportRow, importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { addShop } from '@/lib/testing/factories/sales'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { addMovements } from '@/lib/testing/harnesses/money-harness'
import { reconcileOrders } from './reconcile-orders'

vi.setConfig({ testTimeout: 240_000 })

const code = '261010AAAA0001'
const folder = mkdtempSync(join(tmpdir(), 'codes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Place = { company: TestOrganization; shop: string }
type Amounts = { price: number; released: number }

let count = 0
async function sendExport({ company, shop }: Place, price: number): Promise<Record<string, number> | undefined> {
  const path = join(folder, `${(count += 1)}.xlsx`)
  const items = [{ sku: 'CAN-01', title: 'Caneca', quantity: 1, priceCents: price }]
  await writeOrderExport(path, [{ code, status: 'Concluído', placed: '2026-10-10 10:00', items }])
  const importId = await importSheet(company, path, { shopId: shop })
  return (await getImportRow(company, importId)).summary.outcomes
}

const sendIncome = ({ company, shop }: Place, { price, released }: Amounts) =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, (db) => {
      const lines = [
        { kind: 'product_revenue', key: 'original_cost_of_goods_sold', amount: price, name: 'Preço' },
        { kind: 'commission', key: 'commission_fee', amount: released - price, name: 'Comissão' },
      ]
      const rows = JSON.stringify([{ n: 0, code, part: '', amount: released, at: '2026-10-23T15:00:00Z', lines }])
      return db.$queryRaw`SELECT created FROM write_income(${shop}::uuid, ${rows}::jsonb)`
    }),
  )
const sendWallet = ({ company, shop }: Place, { released }: Amounts) =>
  addMovements(company, shop, [{ at: '2026-10-23T15:00:00Z', cents: BigInt(released), code }])

const fromApi = ({ company, shop }: Place, price: number) =>
  asWorker(() =>
    withOrganization({ organizationId: company.organizationId }, (db) => {
      const item = {
        k: 'i:1:0',
        x: 'x:1',
        item: '1',
        model: '0',
        s: 'CAN-01',
        t: 'Caneca',
        v: null,
        q: 1,
        p: price,
        d: 0,
        m: price,
      }
      const payload = {
        status: 'delivered', platformStatus: 'COMPLETED', day: '2026-10-10', placedAt: '2026-10-10T13:00:00Z', asOf: '2026-10-20T13:00:00Z',
        fulfilled: false, units: 1, revenue: price, discount: 0, total: price, moves: false, money: [], items: [item], packages: [], stage: 4,
      } // prettier-ignore
      const rows = JSON.stringify([{ number: 1, code, hash: '00', payload }])
      return db.$queryRaw`SELECT created, updated, kept FROM write_platform_orders(${shop}::uuid, ${rows}::jsonb, '{"2026": 1}'::jsonb, NULL)`
    }),
  )

/** The order's value under the code in this shop, and its payout with its state. */
async function stateOf({ organizationId }: TestOrganization, shop: string) {
  await asWorker(() => reconcileOrders(organizationId))
  const orders = await inspect<{ cents: number }>(
    organizationId,
    'SELECT revenue_cents::int AS cents FROM orders WHERE external_code = $1 AND shop_id = $2',
    [code, shop],
  )
  const payouts = await inspect<{ state: string; released: number }>(
    organizationId,
    'SELECT state::text AS state, released_cents::int AS released FROM settlement WHERE external_code = $1 AND shop_id = $2',
    [code, shop],
  )
  return { orders: orders.map(({ cents }) => cents), payouts }
}

const amounts = fc
  .record({ price: fc.integer({ min: 2_000, max: 90_000 }), kept: fc.integer({ min: 100, max: 1_900 }) })
  .map(({ price, kept }): Amounts => ({ price, released: price - kept }))
const kinds = ['export', 'income', 'wallet', 'api'] as const
const inAnyOrder = fc.shuffledSubarray([...kinds], { minLength: 2 })

async function send(place: Place, kind: (typeof kinds)[number], given: Amounts): Promise<void> {
  if (kind === 'export') await sendExport(place, given.price)
  if (kind === 'income') await sendIncome(place, given)
  if (kind === 'wallet') await sendWallet(place, given)
  if (kind === 'api') await fromApi(place, given.price)
}

test('one order code in two companies: each has its own order and money, in whatever order the files come', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, amounts, inAnyOrder, async (one, other, order) => {
      const places: Place[] = []
      for (let n = 0; n < 2; n += 1) {
        const company = await createTestOrganization()
        places.push({ company, shop: await addShop(company, 'Loja') })
      }
      for (const kind of order)
        for (const [n, place] of places.entries()) await send(place, kind, n === 0 ? one : other)
      for (const [n, { company, shop }] of places.entries()) {
        const { price, released } = n === 0 ? one : other
        const state = await stateOf(company, shop)
        const isHere = order.includes('export') || order.includes('api')
        expect(state.orders).toEqual(isHere ? [price] : [])
        const isPaid = order.includes('wallet') || (order.includes('income') && isHere)
        expect(state.payouts.map((payout) => payout.released)).toEqual(
          isPaid ? [released] : isHere ? [null] : state.payouts.map((payout) => payout.released),
        )
      }
    }),
    { numRuns: 5 },
  )
})

test('one order code in two shops of a company: the order is the first one’s, and what the other’s files say is kept apart and named', async () => {
  await fc.assert(
    fc.asyncProperty(
      amounts,
      amounts,
      fc.shuffledSubarray(['export', 'income', 'wallet'] as const),
      async (own, other, order) => {
        const company = await createTestOrganization()
        const first = { company, shop: await addShop(company, 'Primeira') }
        const second = { company, shop: await addShop(company, 'Segunda') }
        for (const kind of ['export', 'income', 'wallet'] as const) await send(first, kind, own)
        const before = await stateOf(company, first.shop)
        expect(before).toMatchObject({ orders: [own.price], payouts: [{ released: own.released }] })
        for (const kind of order) await send(second, kind, other)
        expect(await stateOf(company, first.shop)).toEqual(before)
        const { orders, payouts } = await stateOf(company, second.shop)
        expect(orders).toEqual([])
        for (const { state, released } of payouts) expect([state, released]).toEqual(['unknown_here', other.released])
        if (order.includes('wallet')) expect(payouts).toHaveLength(1)
        expect(await sendExport(second, other.price)).toEqual({ otherShop: 1 })
      },
    ),
    { numRuns: 5 },
  )
})

test('the platform itself says of which shop an order is that a file was sent to by mistake', async () => {
  const company = await createTestOrganization()
  const [wrong, right] = [await addShop(company, 'Errada'), await addShop(company, 'Certa')]
  await sendExport({ company, shop: wrong }, 5_000)
  await fromApi({ company, shop: right }, 5_000)
  expect((await stateOf(company, wrong)).orders).toEqual([])
  expect((await stateOf(company, right)).orders).toEqual([5_000])
  expect(await sendExport({ company, shop: wrong }, 5_000)).toEqual({ otherShop: 1 })
})
