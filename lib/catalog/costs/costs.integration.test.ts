import { listCover } from '@/lib/insight/analytics/cover-queries'
import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { costTasks } from '@/lib/worker/tasks/costs'
import { correctCost, previewCost } from './correct-cost'
import { newId } from '@/lib/core/ids'
import { readSuggestionFilters } from '../purchases/filters'
import { setBuying } from '../purchases/set-buying'
import { flatCalendar } from '../forecast/sales-calendar'
import { listSuggestions } from '../purchases/suggestion-queries'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { listValues } from '../warehouse/value'
import { readValueFilters } from '../warehouse/value-filters'

const today = localDay(new Date(), 'America/Sao_Paulo')
const at = (daysAgo: number) => `${addDays(today, -daysAgo)}T15:00:00Z`
let company: TestOrganization
let shop: string
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
})

/** The cost that the roll-ups hold, folded and appended, and that of the orders themselves. */
const sums = () =>
  withOrganization(company, async (db) => {
    const [row] = await db.$queryRaw<[{ rolled: string; ordered: string }]>`
      SELECT (SELECT coalesce(sum(cost), 0) FROM (SELECT cost FROM product_day UNION ALL SELECT cost FROM product_day_delta) c)::numeric(18, 2)::text AS rolled,
        (SELECT coalesce(sum(unit_cost * quantity * product_quantity), 0) FROM order_item)::numeric(18, 2)::text AS ordered`
    expect(row.rolled).toBe(row.ordered)
    return row.ordered
  })

test('a correction tells what it would change, changes only what was asked, and the roll-ups follow', async () => {
  const a = await addStockedProduct(company, { sku: 'A', cost: '5' })
  const sold = [10, 5, 1].map((daysAgo) => ({ at: at(daysAgo), productId: a, unitCost: '5', units: 2 }))
  await addOrders(company, shop, sold)
  const input = { productId: a, fromDay: addDays(today, -6), costCents: 700n }
  expect(await previewCost(company.owner, input)).toEqual({ orders: 2, changeCents: '800' })
  expect(await sums()).toBe('30.00')
  expect(await correctCost(company.owner, { ...input, recost: false })).toEqual({ orders: 0, isRunning: false })
  expect(await sums()).toBe('30.00')
  expect(await correctCost(company.owner, { ...input, recost: true })).toEqual({ orders: 2, isRunning: false })
  expect(await sums()).toBe('38.00')
})

test('a cost found late reaches kits with the product, and orders that had none', async () => {
  const [part, kit] = [await addStockedProduct(company, { sku: 'P' }), await addStockedProduct(company, { sku: 'K' })]
  const { organizationId } = company
  await withOrganization(company, (db) =>
    db.kitComponent.create({ data: { organizationId, kitId: kit, componentId: part, quantity: 3 } }),
  )
  await addOrders(company, shop, [{ at: at(2), productId: kit, units: 1 }])
  expect(await sums()).toBe('0.00')
  await correctCost(company.owner, { productId: part, fromDay: addDays(today, -3), costCents: 150n, recost: true })
  expect(await sums()).toBe('4.50')
})

test('many orders are re-costed by the worker, and again changes nothing', async () => {
  const a = await addStockedProduct(company, { sku: 'A', cost: '5' })
  await addOrders(
    company,
    shop,
    Array.from({ length: 201 }, () => ({ at: at(3), productId: a, unitCost: '5' })),
  )
  const input = { productId: a, fromDay: addDays(today, -9), costCents: 600n, recost: true }
  const { isRunning, orders } = await correctCost(company.owner, input)
  expect([isRunning, orders, await sums()]).toEqual([true, 201, '1005.00'])
  const { organizationId } = company
  const [run] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM recost_run')
  const payload = { organizationId, runId: run!.id, userId: null }
  const work = () => asWorker(() => costTasks['recost-orders']!(payload, { job: { attempts: 1 } } as never))
  await work()
  expect(await sums()).toBe('1206.00')
  await work()
  expect(await sums()).toBe('1206.00')
})

const suggest = (query: Record<string, string> = {}) =>
  withOrganization(company, (db) => {
    const rules = { salesDays: 10, coverDays: 20, leadDays: 5, today, calendar: flatCalendar }
    return listSuggestions(db, company.organizationId, readSuggestionFilters(query), rules, 50)
  })

test('the purchase proposal is daily sales times lead time and cover, less the present and coming stock, in whole packs', async () => {
  const a = await addStockedProduct(company, { sku: 'A', onHand: 7 })
  const idle = await addStockedProduct(company, { sku: 'IDLE', onHand: 1 })
  const kit = await addStockedProduct(company, { sku: 'K' })
  const { organizationId } = company
  await withOrganization(company, async (db) => {
    await db.kitComponent.create({ data: { organizationId, kitId: kit, componentId: a, quantity: 2 } })
    await db.product.updateMany({ where: { organizationId }, data: { createdAt: new Date(at(100)) } })
    const supplier = { organizationId, id: a, name: 'F', leadTimeDays: 8 }
    await db.supplier.create({ data: supplier, select: { id: true } })
    await db.supplierProduct.create({
      data: { organizationId, supplierId: a, code: 'X', productId: a, unitsPerPack: 12 },
      select: { code: true },
    })
  })
  await addOrders(company, shop, [
    { at: at(2), productId: a, units: 6 },
    { at: at(3), productId: kit, units: 7 },
    { at: at(0), productId: a, units: 50 },
    { at: at(11), productId: a, units: 50 },
  ])
  // (6 + 7 × 2) ÷ 10 × (8 + 20) − 7 = 49, in packs of 12.
  expect((await suggest()).rows).toMatchObject([
    { id: a, sold: 20, days: 10, available: 7, leadDays: 8, leadFrom: 'supplier', need: 49, suggested: 60 },
  ])
  expect((await suggest({ show: 'all' })).rows.map(({ id }) => id)).toEqual([a, idle])
  expect((await suggest({ cover: '0', days: '1' })).rows).toEqual([])
})

test('a pack sold is demand for all that is in it, appended and folded, in what to buy, in turnover and in cover', async () => {
  const a = await addStockedProduct(company, { sku: 'A', onHand: 12 })
  const { organizationId } = company
  await withOrganization(company, (db) =>
    db.product.updateMany({ where: { organizationId }, data: { createdAt: new Date(at(100)) } }),
  )
  const listingId = await addListing(company, shop, 'Leve 3')
  await addOrders(company, shop, [{ at: at(2), productId: a, listingId, units: 2, packOf: 3 }])
  const filters = readValueFilters({ days: '30' })
  const valueOf = () => withOrganization(company, (db) => listValues(db, company.owner, filters, { today, size: 10 }))
  const range = { from: addDays(today, -29), to: today }
  const sold = { scope: company.owner, range, salesChannels: { shop: null, channel: null }, today }
  const coverOf = () =>
    withOrganization(company, (db) => listCover(db, sold, { band: null, slice: { first: 1, last: 10 } }))
  for (const settle of [() => Promise.resolve(), () => foldSales(company)]) {
    await settle()
    // 6 ÷ 10 × (5 + 20) − 12 = 3.
    expect((await suggest()).rows).toMatchObject([{ id: a, sold: 6, daysLeft: 20, need: 3, suggested: 3 }])
    expect((await valueOf()).rows).toMatchObject([{ id: a, units: 12n, sold: 6n, turnover: 0.5, coverDays: 60 }])
    expect((await coverOf()).rows).toMatchObject([{ id: a, units: 6n, available: 12n, days: 60, band: 'quarter' }])
    const { differences } = await verifyFigures(organizationId)
    expect(differences.filter(({ check }) => check.startsWith('product_'))).toEqual([])
  }
})

test('a product’s own lead time, pack and minimum hold, and a code means one product of a supplier', async () => {
  const [a, b] = [await addStockedProduct(company, { sku: 'A' }), await addStockedProduct(company, { sku: 'B' })]
  const { organizationId } = company
  const supplierId = newId()
  await withOrganization(company, (db) =>
    db.supplier.create({ data: { organizationId, id: supplierId, name: 'F' }, select: { id: true } }),
  )
  await addOrders(company, shop, [{ at: at(1), productId: a, units: 1 }])
  const source = { supplierId, code: 'X', unitsPerPack: 10, minimumUnits: 45 }
  const input = { productId: a, version: 1, leadTimeDays: 2, sources: [source] }
  expect(await setBuying(company.owner, input)).toEqual({ version: 2 })
  expect((await suggest()).rows).toMatchObject([
    { id: a, leadDays: 2, leadFrom: 'product', unitsPerPack: 10, minimumUnits: 45, suggested: 50 },
  ])
  await expect(setBuying(company.owner, input)).rejects.toMatchObject({ code: 'staleVersion' })
  await expect(setBuying(company.owner, { ...input, productId: b })).rejects.toMatchObject({
    fields: { 'sources.0.code': ['purchases.fields.codeTaken'] },
  })
})
