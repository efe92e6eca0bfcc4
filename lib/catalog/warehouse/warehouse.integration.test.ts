import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { bookStock } from '../stock/book-stock'
import { noMovementFilters, readMovementFilters } from '../stock/filters'
import { listMovements } from '../stock/queries'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addShop, foldSales } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { localDay } from '@/lib/core/dates'
import { getStockTotals } from './levels'
import { readProductFilters } from '../products/filters'
import { listPlaceValues, listValues, sumValues } from './value'
import { readValueFilters, valueSorts } from './value-filters'
import { getLevelsFor } from './views'

const timeZone = 'America/Sao_Paulo'
const today = localDay(new Date(), timeZone)
let mine: TestOrganization
const viewer = () => ({ organizationId: mine.organizationId, role: 'owner' as const, timeZone })
const inMine = <T>(run: Parameters<typeof withOrganization<T>>[1]) => withOrganization(mine.owner, run)

beforeEach(async () => {
  mine = await createTestOrganization()
})

async function makeKit(sku: string, parts: Record<string, number>) {
  const kitId = newId()
  const { organizationId } = mine
  await inMine(async (db) => {
    await db.product.create({ data: { organizationId, id: kitId, sku, title: sku }, select: { id: true } })
    for (const [componentId, quantity] of Object.entries(parts))
      await db.kitComponent.create({ data: { organizationId, kitId, componentId, quantity }, select: { kitId: true } })
  })
  return kitId
}

async function putElsewhere(product: string, kind: 'transit' | 'damaged', units: number) {
  const { organizationId } = mine
  await inMine(async (db) => {
    const place =
      (await db.stockLocation.findFirst({ where: { organizationId, kind } })) ??
      (await db.stockLocation.create({ data: { organizationId, id: newId(), kind, name: kind } }))
    await bookStock(db, mine.owner, {
      source: { kind: 'transfer', id: newId() },
      entries: [{ product: { id: product, sku: '' }, locationId: place.id, kind: 'transfer', onHand: units }],
    })
  })
}

async function addFull(shopId: string, productId: string, platformStock: number | null, productQuantity = 1) {
  const { organizationId } = mine
  await inMine((db) =>
    db.listing.create({
      data: {
        organizationId,
        id: newId(),
        shopId,
        externalKey: newId(),
        title: 'Anúncio',
        productId,
        productQuantity,
        platformStock,
        fulfilledByPlatform: true,
      },
      select: { id: true },
    }),
  )
}

test('each product is shown with its own stock, stock elsewhere, and Full by the platform’s figure or as unknown', async () => {
  const [first, second] = [
    await addStockedProduct(mine, { sku: 'A', onHand: 10 }),
    await addStockedProduct(mine, { sku: 'B', onHand: 3 }),
  ]
  await makeKit('KIT', { [first]: 4, [second]: 1 })
  await putElsewhere(first, 'transit', 5)
  await putElsewhere(first, 'damaged', 2)
  const shopId = await addShop(mine, 'Loja')
  await addFull(shopId, first, 7, 2)
  await addFull(shopId, second, null)
  const { page } = await getLevelsFor(viewer(), { sort: 'sku' })
  expect(page.rows).toMatchObject([
    { sku: 'A', onHand: 10n, available: 10n, transit: 5, damaged: 2, full: [{ shop: 'Loja', units: 14 }] },
    { sku: 'B', onHand: 3n, transit: 0, damaged: 0, full: [{ shop: 'Loja', units: null }] },
    { sku: 'KIT', isKit: true, onHand: 0n, available: 2n, full: [] },
  ])
  const elsewhere = await getLevelsFor(viewer(), { place: 'elsewhere' })
  expect(elsewhere.page.rows.map(({ sku }) => sku)).toEqual(['A'])
})

test('totals tell what has no cost apart and take nothing for what is below zero', async () => {
  await addStockedProduct(mine, { sku: 'A', onHand: 10, cost: '2.5' })
  await addStockedProduct(mine, { sku: 'B', onHand: 4 })
  const short = await addStockedProduct(mine, { sku: 'C', cost: '100' })
  await inMine(async (db) => {
    const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId: mine.organizationId, kind: 'own' } })
    await bookStock(db, mine.owner, {
      source: { kind: 'order', id: newId() },
      entries: [{ product: { id: short, sku: 'C' }, locationId: own.id, kind: 'ship', onHand: -6 }],
      allowShort: true,
    })
  })
  const filters = readProductFilters({}, true)
  const { organizationId } = mine
  expect(await inMine((db) => getStockTotals(db, organizationId, filters, { today, seesMoney: true }))).toMatchObject({
    onHand: 8n,
    valueCents: 2500n,
    unitsWithoutCost: 4n,
    productsWithoutCost: 1n,
  })
  const [blind, one] = await inMine(async (db) => [
    await getStockTotals(db, organizationId, filters, { today, seesMoney: false }),
    await getStockTotals(db, organizationId, { ...filters, q: 'b' }, { today, seesMoney: true }),
  ])
  expect(blind).not.toHaveProperty('valueCents')
  expect(one).toMatchObject({ products: 1n, onHand: 4n, valueCents: 0n })
})

test('every sort of the levels reaches each product once, both ways', async () => {
  for (let n = 0; n < 7; n += 1) await addStockedProduct(mine, { sku: `S${n}`, onHand: n % 3 })
  for (const sort of ['stock', 'onHand', 'reserved', 'sku', 'title']) {
    const seen: string[] = []
    let after: string | null = null
    do {
      const { page }: Awaited<ReturnType<typeof getLevelsFor>> = await getLevelsFor(
        viewer(),
        { sort, ...(after && { after }) },
        3,
      )
      seen.push(...page.rows.map(({ sku }) => sku))
      if (after) {
        const back = await getLevelsFor(viewer(), { sort, before: page.previous! }, 3)
        expect(back.page.rows.map(({ sku }) => sku)).toEqual(seen.slice(-page.rows.length - 3, -page.rows.length))
      }
      after = page.next
    } while (after)
    expect({ sort, seen: seen.toSorted() }).toEqual({ sort, seen: ['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6'] })
  }
})

test('turnover counts what was sold in kits by its components, before and after the sales are folded', async () => {
  const product = await addStockedProduct(mine, { sku: 'A', onHand: 20, cost: '3' })
  const idle = await addStockedProduct(mine, { sku: 'B', onHand: 4 })
  const kit = await makeKit('KIT', { [product]: 3 })
  const shopId = await addShop(mine, 'Loja')
  const at = new Date().toISOString()
  await addOrders(mine, shopId, [
    { at, units: 4, cents: 4000n, productId: product },
    { at, units: 2, cents: 2000n, productId: kit },
    { at, units: 9, cents: 9000n, productId: product, status: 'cancelled' },
  ])
  const read = () =>
    inMine(async (db) => {
      const { rows } = await listValues(db, mine.owner, readValueFilters({ days: '30' }), { today, size: 10 })
      return rows
    })
  const expected = [
    { id: product, units: 20n, valueCents: 6000n, sold: 10n, turnover: 0.5, coverDays: 60 },
    { id: idle, units: 4n, valueCents: null, sold: 0n, turnover: 0, coverDays: null },
  ]
  expect(await read()).toMatchObject(expected)
  await foldSales(mine)
  expect(await read()).toMatchObject(expected)
})

test('dead stock is what was there before the period and sold nothing in it', async () => {
  const [old, young] = [
    await addStockedProduct(mine, { sku: 'VELHO', onHand: 1 }),
    await addStockedProduct(mine, { sku: 'NOVO', onHand: 1 }),
  ]
  await inMine((db) =>
    db.product.updateMany({
      where: { organizationId: mine.organizationId, id: old },
      data: { createdAt: new Date('2020-01-01') },
    }),
  )
  const filters = readValueFilters({ show: 'dead' })
  const { rows } = await inMine((db) => listValues(db, mine.owner, filters, { today, size: 10 }))
  expect(rows.map(({ id }) => id)).toEqual([old])
  expect(young).not.toBe(old)
  expect(await inMine((db) => sumValues(db, mine.owner, filters, today))).toMatchObject({ products: 1n, units: 1n })
})

test('the value of each location adds up to its rows, Full by the platform’s figure', async () => {
  const product = await addStockedProduct(mine, { sku: 'A', onHand: 10, cost: '2' })
  const without = await addStockedProduct(mine, { sku: 'B', onHand: 5 })
  await putElsewhere(product, 'transit', 3)
  await putElsewhere(without, 'damaged', 2)
  await addFull(await addShop(mine, 'Loja'), product, 4, 2)
  const places = await inMine((db) => listPlaceValues(db, mine.organizationId, today))
  expect(Object.fromEntries(places.map(({ place, ...sums }) => [place, sums]))).toEqual({
    own: { products: 2n, units: 15n, valueCents: 2000n, withoutCost: 1n, unitsWithoutCost: 5n },
    transit: { products: 1n, units: 3n, valueCents: 600n, withoutCost: 0n, unitsWithoutCost: 0n },
    damaged: { products: 1n, units: 2n, valueCents: 0n, withoutCost: 1n, unitsWithoutCost: 2n },
    full: { products: 1n, units: 8n, valueCents: 1600n, withoutCost: 0n, unitsWithoutCost: 0n },
  })
  for (const { place, ...sums } of places)
    expect(await inMine((db) => sumValues(db, mine.owner, readValueFilters({ place }), today))).toEqual(sums)
})

test('every sort of the values reaches each product once, in both directions', async () => {
  for (let n = 0; n < 6; n += 1)
    await addStockedProduct(mine, { sku: `V${n}`, onHand: 1 + (n % 3), ...(n % 2 && { cost: '1.5' }) })
  for (const sort of valueSorts)
    for (const direction of ['asc', 'desc'] as const) {
      const filters = { ...readValueFilters({ sort, direction }) }
      const first = await inMine((db) => listValues(db, mine.owner, filters, { today, size: 4 }))
      const rest = await inMine((db) =>
        listValues(db, mine.owner, { ...filters, after: first.next }, { today, size: 4 }),
      )
      const back = await inMine((db) =>
        listValues(db, mine.owner, { ...filters, before: rest.previous }, { today, size: 4 }),
      )
      expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(6)
      expect(back.rows).toEqual(first.rows)
    }
})

test('the ledger is found by product, place, kind, source, person and days, and pages meet in both directions', async () => {
  const [first, second] = [
    await addStockedProduct(mine, { sku: 'A', onHand: 10 }),
    await addStockedProduct(mine, { sku: 'B', onHand: 10 }),
  ]
  await putElsewhere(first, 'damaged', 2)
  const { organizationId, owner } = mine
  const ledger = (query: Record<string, string>, size = 50) =>
    inMine((db) => listMovements(db, organizationId, readMovementFilters(query, today), { timeZone, size }))
  const skus = async (query: Record<string, string>) => (await ledger(query)).rows.map(({ sku }) => sku)
  expect(await skus({})).toEqual(['A', 'B', 'A'])
  expect(await skus({ product: second })).toEqual(['B'])
  expect(await skus({ location: 'damaged' })).toEqual(['A'])
  expect(await skus({ location: newId() })).toEqual([])
  expect(await skus({ kind: 'opening' })).toEqual(['B', 'A'])
  expect(await skus({ source: 'transfer' })).toEqual(['A'])
  expect(await skus({ source: 'product', id: second })).toEqual(['B'])
  expect(await skus({ person: owner.userId! })).toEqual(['A'])
  expect(await skus({ period: 'today' })).toEqual(['A', 'B', 'A'])
  expect(await skus({ to: '2020-01-01' })).toEqual([])
  const page = await ledger({}, 2)
  const rest = await ledger({ after: page.next! }, 2)
  expect([...page.rows, ...rest.rows].map(({ sku }) => sku)).toEqual(['A', 'B', 'A'])
  expect((await ledger({ before: rest.previous! }, 2)).rows).toEqual(page.rows)
  expect(noMovementFilters.after).toBeNull()
})
