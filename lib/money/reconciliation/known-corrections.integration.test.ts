import { withOrganization, type Db } from '@/lib/core/db'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { reconcileOrders } from './reconcile-orders'

const code = '261010AAAA0001'
let company: TestOrganization
let shop: string
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  await addOrders(company, shop, [{ at: '2026-10-10T15:00:00Z', cents: 15_000n, code, listingId }])
})

type Line = { kind: string; key: string; amount: number; name: string }
const line = (kind: string, key: string, amount: number): Line => ({ kind, key, amount, name: 'x' })
const goods = line('product_revenue', 'original_cost_of_goods_sold', 15_000)
const fee = line('commission', 'commission_fee', -4_100)
const bySheet = line('adjustment', 'order_adjustment#2026-11-20/-1234/1', -1_234)
const asRefund = line('refund', 'order_adjustment#2026-11-01T10:00:00.000Z#0', -500)
const byPlatform = line('adjustment', '2026-11-02T10:00:00.000Z#1', -50)

const write = (run: (db: Db) => Promise<unknown>) =>
  asWorker(() => withOrganization({ organizationId: company.organizationId }, run))
let moment = Date.parse('2026-11-25T12:00:00Z')
/** The platform's answer for many orders, or for this one alone with its corrections. */
const answer = (lines: Line[], adjusted: boolean) => {
  const asOf = new Date((moment += 1000)).toISOString()
  const stated = { charged: 4_100, voucher: 0, freight: 0, items: [], lines: [goods, fee, ...lines] }
  const rows = JSON.stringify([{ code, asOf, adjusted, ...stated }])
  return write((db) => db.$queryRaw`SELECT changed FROM write_escrow(${shop}::uuid, ${rows}::jsonb)`)
}
const report = (part: string, amount: number | null, lines: Line[], at = '2026-11-20T15:00:00Z') => {
  const rows = JSON.stringify([{ n: 0, code, part, amount, at, lines }])
  return write((db) => db.$queryRaw`SELECT created FROM write_income(${shop}::uuid, ${rows}::jsonb)`)
}
const corrections = async () =>
  (
    await inspect<{ line: string }>(
      company.organizationId,
      `SELECT concat_ws(' ', source, kind, amount_cents) AS line FROM money_line WHERE kind IN ('adjustment', 'refund') ORDER BY 1`,
    )
  ).map((row) => row.line)
async function settlement() {
  await asWorker(() => reconcileOrders(company.organizationId))
  const [row] = await inspect(
    company.organizationId,
    'SELECT released_cents::int AS released, adjusted_cents::int AS adjusted, unexplained_cents::int AS unexplained FROM settlement',
  )
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
  return row
}

test('an answer for many orders leaves every known correction, also one that is a refund', async () => {
  await answer([asRefund, byPlatform], true)
  await answer([line('affiliate', 'order_ams_commission_fee', -10)], false)
  expect(await corrections()).toEqual(['api adjustment -50', 'api refund -500'])
  expect(await settlement()).toMatchObject({ adjusted: -550 })
  await answer([byPlatform], true)
  expect(await corrections()).toEqual(['api adjustment -50'])
})

const turns = {
  platform: () => answer([], false),
  sheet: () => report('2026-11-20/-1234/1', null, [bySheet]),
}

test.each([[['platform', 'sheet']], [['sheet', 'platform']]] as const)(
  'a correction that only a report tells counts beside the platform’s account of the order: %s',
  async (order) => {
    for (const turn of order) await turns[turn]()
    expect(await corrections()).toEqual(['income adjustment -1234'])
    expect(await settlement()).toMatchObject({ adjusted: -1_234 })
    // The platform's own list of corrections replaces it, and no report counts beside that.
    await answer([byPlatform], true)
    await report('2026-11-20/-1234/1', null, [bySheet])
    expect(await corrections()).toEqual(['api adjustment -50'])
  },
)

test('a refund in a report of an order whose payout the platform listed is one of its corrections', async () => {
  await answer([], false)
  const paid = [{ code, amount: 10_900, at: '2026-10-23T13:00:00Z', source: 'api', key: '' }]
  await write((db) => db.$queryRaw`SELECT write_releases(${shop}::uuid, ${JSON.stringify(paid)}::jsonb) AS n`)
  await report('', 10_900, [goods, fee], '2026-10-23T15:00:00Z')
  await report('600900', -7_500, [line('refund', 'seller_return_refund#600900', -7_500)], '2026-11-05T15:00:00Z')
  expect(await settlement()).toEqual({ released: 10_900, adjusted: -7_500, unexplained: 0 })
})
