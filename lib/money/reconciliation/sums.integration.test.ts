import type { Query } from '@/lib/core/keyset'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { fillReconciliation } from '@/lib/testing/factories/reconcile-fill'
import { addShop } from '@/lib/testing/factories/sales'
import { reconcileOrders } from './reconcile-orders'
import { getReconciliationFor } from './views'

const now = new Date('2026-11-22T12:00:00Z')
const orders = 20

let company: TestOrganization
let [north, south] = ['', '']

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const read = (query: Query = {}) =>
  getReconciliationFor(
    { organizationId: company.organizationId, timeZone: 'America/Sao_Paulo', role: 'finance' },
    { period: 'all', ...query },
    { now },
  )

/** Two orders of the northern shop, of which only the rule tells what they should bring: five reais too little, five too much. */
beforeAll(async () => {
  company = await createTestOrganization()
  ;[north, south] = [await addShop(company, 'Norte'), await addShop(company, 'Sul')]
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [company.organizationId])
    for (const [shopId, prefix] of [
      [north, 'N'],
      [south, 'S'],
    ] as const)
      await fillReconciliation(owner, { organizationId: company.organizationId, shopId, orders, prefix })
    await owner.query(`DELETE FROM money_line WHERE order_id IN (SELECT id FROM orders WHERE code IN ('N-1', 'N-2'))`)
    await owner.query(`UPDATE release SET amount_cents = amount_cents - 500 WHERE external_code = 'N000000000001'`)
    await owner.query(`UPDATE release SET amount_cents = amount_cents + 500 WHERE external_code = 'N000000000002'`)
  })
  await asWorker(() => reconcileOrders(company.organizationId, { now }))
})

test('five reais too little and five too much add up to zero, and are listed apart all the same', async () => {
  const sides = { shortOrders: 1n, shortCents: -500n, overOrders: 1n, overCents: 500n }
  const view = await read()
  expect(view.totals).toMatchObject({ orders: 40n, unexplainedCents: 0n, ...sides })
  expect(view.unexplained).toEqual(sides)
  expect((await read({ cause: 'unexplained' })).page.rows.map(({ code }) => code).toSorted()).toEqual([
    'N000000000001',
    'N000000000002',
  ])
})

test('for the requested states, while causes stay those of all', async () => {
  const view = await read({ state: 'underpaid' })
  expect(view.totals).toMatchObject({ shortOrders: 1n, shortCents: -500n, overOrders: 0n, overCents: 0n })
  expect(view.unexplained).toMatchObject({ overOrders: 1n, overCents: 500n })
})

test('shop by shop, and their sums are the whole', async () => {
  const { shopTotals, totals } = await read()
  expect(
    shopTotals.map(({ name, orders: some, shortCents, overCents }) => [name, some, shortCents, overCents]),
  ).toEqual([
    ['Norte', 20n, -500n, 500n],
    ['Sul', 20n, 0n, 0n],
  ])
  for (const key of Object.keys(totals) as (keyof typeof totals)[])
    expect(shopTotals.reduce((sum, each) => sum + each[key], 0n)).toBe(totals[key])
  expect((await read({ shop: south })).shopTotals.map(({ id }) => id)).toEqual([south])
})

test('a part that nothing explains is found where the order comes out even', async () => {
  await sql(
    `UPDATE settlement SET difference_cents = 0, explained_cents = -700, unexplained_cents = 700, cause = 'freight'
     WHERE external_code = 'S000000000001'`,
  )
  const view = await read({ cause: 'unexplained', shop: south })
  expect(view.page.rows.map(({ code }) => code)).toEqual(['S000000000001'])
  expect(view.totals).toMatchObject({ overOrders: 1n, overCents: 700n })
})
