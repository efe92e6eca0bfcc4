import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { whileOpen } from '@/lib/testing/harnesses/interleaved'
import { countRowsRead } from '@/lib/testing/harnesses/rows-read'
import { costTasks } from '@/lib/worker/tasks/costs'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  createTestOrganization,
  envelope,
  signInAs,
  viewerOf,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addOrders, addShop } from '@/lib/testing/factories/sales'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getResultFor } from '@/lib/money/profit/views'
import { getProfitTiles } from '@/lib/money/profit/tiles'
import { previewCostsAction, setCostsAction, takeBackCostsAction } from './actions'
import { runRecost } from './recost'
import { getMissingCostsFor } from './missing-costs'
import { setCost } from './set-cost'

const timeZone = 'America/Sao_Paulo'
const today = localDay(new Date(), timeZone)
const at = (daysAgo: number) => `${addDays(today, -daysAgo)}T15:00:00Z`
let company: TestOrganization
let shop: string
let [cup, plate]: string[] = []
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
  ;[cup, plate] = [await addStockedProduct(company, { sku: 'CUP' }), await addStockedProduct(company, { sku: 'PLA' })]
  await signInAs(company.owner)
})
const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(company.organizationId, text, given)
const missing = async () => (await getMissingCostsFor({ ...company.owner, timeZone })).rows.map(({ sku }) => sku)
const costs = () =>
  sql(
    `SELECT i.product_id AS product, i.unit_cost::numeric(18, 2)::text AS cost, count(*)::int AS n FROM order_item i GROUP BY 1, 2 ORDER BY 3, 2`,
  )
const entries = () => [
  { productId: cup!, cost: '3.25' },
  { productId: plate!, cost: '4' },
]

test('the effect is shown before, first costs reach every order, and an existing cost stays', async () => {
  await addOrders(company, shop, [
    { at: at(40), productId: cup!, cents: 900n, units: 2 },
    { at: at(2), productId: cup!, cents: 900n },
    { at: at(2), productId: plate!, cents: 100n },
    { at: at(1), productId: plate!, cents: 100n, status: 'cancelled' },
  ])
  await addStockedProduct(company, { sku: 'HAS', cost: '1' })
  expect(await missing()).toEqual(['CUP', 'PLA'])
  const only = { entries: entries().slice(0, 1), fromDay: null }
  expect(dataOf(await previewCostsAction(envelope(company), only))).toEqual({
    orders: 2,
    changeCents: '975',
    from: addDays(today, -40),
    to: addDays(today, -2),
    days: 2,
    complete: 1,
    closedMonths: [],
  })
  expect(await missing()).toEqual(['CUP', 'PLA'])
  const request = envelope(company)
  const summary = { written: expect.arrayContaining([cup, plate]), orders: 3, isRunning: false, kept: 0 }
  expect(dataOf(await setCostsAction(request, { entries: entries(), fromDay: null }))).toEqual(summary)
  expect(dataOf(await setCostsAction(request, { entries: entries(), fromDay: null }))).toEqual(summary)
  expect(await costs()).toEqual([
    { product: plate, cost: '4.00', n: 1 },
    { product: plate, cost: null, n: 1 },
    { product: cup, cost: '3.25', n: 2 },
  ])
  expect(await missing()).toEqual([])
  const other = { entries: [{ productId: cup!, cost: '9' }], fromDay: null }
  expect(dataOf(await setCostsAction(envelope(company), other))).toMatchObject({ written: [], kept: 1, orders: 0 })
})

test('from a day on, earlier orders stay without, and a day ahead is refused', async () => {
  await addOrders(
    company,
    shop,
    [9, 3].map((days) => ({ at: at(days), productId: cup! })),
  )
  const input = { entries: entries().slice(0, 1), fromDay: addDays(today, -5) }
  expect(dataOf(await setCostsAction(envelope(company), input))).toMatchObject({ orders: 1 })
  expect((await costs()).map((row) => (row as { cost: string | null }).cost).sort()).toEqual(['3.25', null])
  const ahead = await setCostsAction(envelope(company), { ...input, fromDay: addDays(today, 2) })
  expect(ahead).toMatchObject({ error: 'invalidInput', fields: { fromDay: ['purchases.fields.dayAhead'] } })
})

test('many orders follow in the background, and a closed month is reported', async () => {
  const many = Array.from({ length: 201 }, () => ({ at: at(3), productId: cup! }))
  await addOrders(company, shop, [...many, { at: at(40), productId: plate! }])
  const month = `${addDays(today, -40).slice(0, 7)}-01`
  const { organizationId, legalEntityId } = company
  const data = { organizationId, legalEntityId, month: new Date(month), hash: Uint8Array.of(0) }
  await withOrganization(company, (db) => db.monthClose.create({ data, select: { month: true } }))
  expect(dataOf(await previewCostsAction(envelope(company), { entries: entries(), fromDay: null }))).toMatchObject({
    closedMonths: [month],
  })
  expect(dataOf(await setCostsAction(envelope(company), { entries: entries(), fromDay: null }))).toMatchObject({
    orders: 202,
    isRunning: true,
  })
  const view = await getMissingCostsFor({ ...company.owner, timeZone })
  expect(view.recosting).toEqual({ done: 0, total: 202 })
  const shown = async () => {
    const viewer = viewerOf(company.owner)
    const { recosting } = await getResultFor(viewer, { period: 'custom', from: addDays(today, -60), to: today })
    const { tiles, ...rest } = await getProfitTiles(viewer, { shop: null, channel: null })
    return [recosting, tiles.some(({ lacks }) => lacks.cost > 0n) ? rest.recosting : recosting]
  }
  const runs = await sql<{ id: string }>('SELECT id FROM recost_run ORDER BY total DESC')
  const seen = [await shown()]
  for (const { id } of runs) {
    const payload = { organizationId: company.organizationId, runId: id, userId: null }
    await asWorker(() => costTasks['recost-orders']!(payload, { job: { attempts: 1 } } as never))
    seen.push(await shown())
  }
  // A run that has ended counts for the ones that have not.
  expect(seen.map(([panel]) => panel)).toEqual([{ done: 0, total: 202 }, { done: 201, total: 202 }, null])
  for (const [panel, dashboard] of seen) expect(dashboard).toEqual(panel)
  expect(await costs()).toEqual([
    { product: plate, cost: '4.00', n: 1 },
    { product: cup, cost: '3.25', n: 201 },
  ])
})

test('costs set at once are taken back: orders have the cost from before again, or none, and what changed since stays', async () => {
  const old = await addStockedProduct(company, { sku: 'OLD', cost: '1' })
  await sql(`UPDATE product_cost SET from_day = '2000-01-01' WHERE product_id = $1`, [old])
  await addOrders(company, shop, [
    { at: at(3), productId: cup! },
    { at: at(3), productId: plate! },
    { at: at(3), productId: old },
  ])
  await sql(`UPDATE order_item SET unit_cost = 1 WHERE product_id = $1`, [old])
  const before = await costs()
  const input = { entries: [...entries(), { productId: old, cost: '2.5' }], fromDay: addDays(today, -5) }
  expect(dataOf(await setCostsAction(envelope(company), input))).toMatchObject({ orders: 3 })
  expect((await costs()).map((row) => (row as { cost: string | null }).cost).sort()).toEqual(['2.50', '3.25', '4.00'])
  const request = envelope(company)
  const undone = { costs: 3, orders: 3, isRunning: false, kept: 0 }
  expect(dataOf(await takeBackCostsAction(request, input))).toEqual(undone)
  expect(dataOf(await takeBackCostsAction(request, input))).toEqual(undone)
  expect(await costs()).toEqual(before)
  expect(await missing()).toEqual(['CUP', 'PLA'])

  dataOf(await setCostsAction(envelope(company), input))
  await sql(`UPDATE product_cost SET cost = 9 WHERE product_id = $1 AND cost = 3.25`, [cup])
  expect(dataOf(await takeBackCostsAction(envelope(company), input))).toMatchObject({ costs: 2, kept: 1 })
  expect((await costs()).find((row) => (row as { product: string }).product === cup)).toMatchObject({ cost: '3.25' })
})

test('a cost that was set more than an hour ago is not taken back, and orders keep it', async () => {
  await addOrders(company, shop, [{ at: at(3), productId: cup! }])
  const input = { entries: entries(), fromDay: null }
  dataOf(await setCostsAction(envelope(company), input))
  const before = await costs()
  await sql(`UPDATE product_cost SET created_at = now() - interval '61 minutes' WHERE product_id = $1`, [cup])
  expect(await takeBackCostsAction(envelope(company), input)).toMatchObject({ ok: false, error: 'costsTooOldToUndo' })
  expect([await costs(), await missing()]).toEqual([before, []])
  await sql(`UPDATE product_cost SET created_at = now() - interval '59 minutes' WHERE product_id = $1`, [cup])
  expect(dataOf(await takeBackCostsAction(envelope(company), input))).toMatchObject({ costs: 2, kept: 0 })
})

test('a cost of many orders is taken back in the background, of kits with the product too', async () => {
  const kit = await addStockedProduct(company, { sku: 'KIT' })
  await sql(`INSERT INTO kit_component (organization_id, kit_id, component_id, quantity) VALUES ($1, $2, $3, 2)`, [
    company.organizationId,
    kit,
    cup,
  ])
  await addOrders(company, shop, [
    ...Array.from({ length: 201 }, () => ({ at: at(3), productId: cup! })),
    { at: at(3), productId: kit },
  ])
  const work = async () => {
    for (const { id } of await sql<{ id: string }>(`SELECT id FROM recost_run WHERE state = 'waiting'`)) {
      const payload = { organizationId: company.organizationId, runId: id, userId: null }
      await asWorker(() => costTasks['recost-orders']!(payload, { job: { attempts: 1 } } as never))
    }
  }
  const input = { entries: entries().slice(0, 1), fromDay: null }
  dataOf(await setCostsAction(envelope(company), input))
  await work()
  expect(await costs()).toEqual([
    { product: kit, cost: '6.50', n: 1 },
    { product: cup, cost: '3.25', n: 201 },
  ])
  expect(dataOf(await takeBackCostsAction(envelope(company), input))).toMatchObject({ orders: 202, isRunning: true })
  await work()
  expect(await costs()).toEqual([
    { product: kit, cost: null, n: 1 },
    { product: cup, cost: null, n: 201 },
  ])
})

test('a first cost is saved without its preview: no closed months are read', async () => {
  await addOrders(company, shop, [{ at: at(40), productId: cup! }])
  const { organizationId, legalEntityId, owner } = company
  const data = { organizationId, legalEntityId, month: new Date(`${at(40).slice(0, 7)}-01`), hash: Uint8Array.of(0) }
  await withOrganization(company, (db) => db.monthClose.create({ data, select: { month: true } }))
  const save = () => withOrganization(owner, (db) => setCost(db, owner, cup!, 325n))
  expect((await countRowsRead(['month_close'], save)).get('month_close')).toBe(0)
  expect(await costs()).toEqual([{ product: cup, cost: '3.25', n: 1 }])
})

test('a first cost that is taken back while a run writes it to orders stays on none of them', async () => {
  const { organizationId, owner } = company
  await addOrders(
    company,
    shop,
    Array.from({ length: 201 }, () => ({ at: at(3), productId: cup! })),
  )
  const set = (cents: bigint | null) => withOrganization(owner, (db) => setCost(db, owner, cup!, cents))
  const listRuns = () => sql<{ id: string }>('SELECT id FROM recost_run ORDER BY id')
  const work = (id: string) => asWorker(() => runRecost(owner, id))
  await set(325n)
  const [{ id: first }] = (await listRuns()) as [{ id: string }]
  await whileOpen(organizationId, async (other) => {
    // The run has written the cost, and cannot say so yet.
    await other.query('SELECT 1 FROM recost_run WHERE id = $1 FOR UPDATE', [first])
    const written = work(first)
    await untilWaiting(1)
    await set(null)
    const second = (await listRuns()).find(({ id }) => id !== first)
    const takenBack = second && work(second.id)
    await Promise.race([takenBack, untilWaiting(2)])
    return { begun: Promise.all([written, takenBack]) }
  })
  expect(await costs()).toEqual([{ product: cup, cost: null, n: 201 }])
})
