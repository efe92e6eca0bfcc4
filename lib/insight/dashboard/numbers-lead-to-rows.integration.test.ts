import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import type { Prisma } from '@/lib/generated/prisma/client'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { walkFigures, walkWork } from '@/lib/testing/harnesses/walk-of-numbers'
import { newId } from '@/lib/core/ids'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

const timeZone = 'America/Sao_Paulo'
const now = new Date()
const today = localDay(now, timeZone)
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
let company: TestOrganization
let shop: string
beforeEach(async () => {
  company = await createTestOrganization()
  shop = await addShop(company, 'Loja')
})
const viewer = () => ({
  ...company.owner,
  userId: company.owner.userId!,
  role: 'owner' as const,
  timeZone,
  legalEntityIds: null,
})
const write = (run: Parameters<typeof withOrganization<unknown>>[1]) => withOrganization(company, run)

async function plant(order: Prisma.OrderUpdateInput, parcel: Prisma.PackageUpdateInput = {}, times = 1) {
  const { organizationId } = company
  for (let n = 0; n < times; n++) {
    const { id, orderId } = await addParcel(company, { shopId: shop, status: 'confirmed' })
    const key = (own: string) => ({ organizationId_id: { organizationId, id: own } })
    await write(async (db) => {
      await db.order.update({ where: key(orderId), data: order, select: { id: true } })
      await db.package.update({ where: key(id), data: parcel, select: { id: true } })
    })
  }
}

async function addKit(sku: string, component: string, quantity: number) {
  const { organizationId } = company
  const kitId = await addStockedProduct(company, { sku })
  await write(async (db) => {
    const part = await db.product.findFirstOrThrow({ where: { organizationId, sku: component }, select: { id: true } })
    await db.kitComponent.createMany({ data: [{ organizationId, kitId, componentId: part.id, quantity }] })
  })
}

/** Something of everything that waits, and beside it what looks alike and does not. */
async function plantWork() {
  const { organizationId, owner } = company
  const arranged = { arrangedAt: now }
  const endOfDay = new Date(`${today}T23:59:00-03:00`)
  await plant({ shipBy: hours(-5) }, {}, 2)
  await plant({ shipBy: hours(-5) }, { platformCancelsAt: hours(5) })
  await plant({ shipBy: endOfDay }, arranged)
  await plant({ shipBy: hours(100), invoiceState: 'none' }, {}, 2)
  await plant({ shipBy: hours(100), invoiceState: 'rejected' })
  await plant({ shipBy: hours(100) }, {}, 3)
  await plant({ shipBy: hours(100) }, { ...arranged, platformStatus: 'LOGISTICS_PICKUP_RETRY' })
  await plant({ shipBy: hours(100), cancellationAsked: true }, arranged, 2)
  await plant({ shipBy: hours(-24 * 40) }, {}, 2)
  const { orderId } = await addParcel(company, { shopId: shop, status: 'shipped' })
  await addReturn(company, { orderId, shopId: shop }, { kind: 'with_return', state: 'open' })
  const other = await addParcel(company, { shopId: shop, status: 'shipped' })
  await addReturn(company, { orderId: other.orderId, shopId: shop }, { kind: 'with_return', state: 'accepted' })
  await addListing(company, shop, 'Anúncio')
  for (const [sku, onHand] of [
    ['A', 1],
    ['B', 2],
    ['C', 90],
  ] as const)
    await addStockedProduct(company, { sku, onHand })
  // A kit that can be packed out of its component, one that cannot, and a product that is sold no more.
  await addKit('KIT', 'C', 2)
  await addKit('KIT-200', 'C', 200)
  const archived = await addStockedProduct(company, { sku: 'ARQ', onHand: 5 })
  await write((db) => db.product.updateMany({ where: { organizationId, id: archived }, data: { archivedAt: now } }))
  for (const days of [-3, -9, 20])
    await write((db) =>
      addExpenses(db, owner, [
        {
          description: 'Caixas',
          amountCents: 100n - BigInt(days),
          kind: 'fixed',
          category: null,
          dueOn: addDays(today, days),
        },
      ]),
    )
  const [expired, ending] = [await addShop(company, 'Vencida'), await addShop(company, 'Acabando')]
  await addShop(company, 'Nunca')
  const set = (id: string, data: object) => write((db) => db.shop.updateMany({ where: { organizationId, id }, data }))
  await set(expired, { status: 'expired', connectedAt: now })
  await set(ending, { status: 'active', connectedAt: now, grantEndsAt: hours(72) })
  await plant({ shipBy: hours(100) }, { ...arranged, printedAt: now })
  // An order that is history, whose label was printed once.
  await plant({ shipBy: hours(-24 * 40) }, { ...arranged, printedAt: hours(-24 * 42) })
  await write((db) =>
    db.shopHealth.createMany({
      data: [
        { organizationId, shopId: shop, mark: 'lateOrders', value: 3, target: 2, details: {}, asOf: now },
        { organizationId, shopId: shop, mark: 'penaltyPoints', value: 1, details: {}, asOf: now },
      ],
    }),
  )
  await write((db) =>
    db.syncFailure.createMany({
      data: [
        {
          organizationId,
          id: newId(),
          shopId: shop,
          operation: 'order',
          subject: 'A',
          errorCode: 'notFound',
          state: 'dead',
          lastAt: now,
        },
        {
          organizationId,
          id: newId(),
          shopId: shop,
          operation: 'order',
          subject: 'B',
          errorCode: 'notFound',
          state: 'waiting',
          lastAt: now,
        },
      ],
    }),
  )
  await set(shop, { connectedAt: now })
  await addSettlements(company, shop, [
    { code: 'U', state: 'underpaid', expected: 5_000n, released: 3_000n },
    { code: 'L', state: 'late', expected: 700n },
  ])
}

test('each line of the day’s work, and what waits in each area of the company’s home, opens exactly the rows that it counts', async () => {
  await plantWork()
  const { places, differing } = await walkWork(viewer(), now)
  expect(differing).toEqual([])
  const of = (page: string) =>
    places.flatMap((place) => (place.startsWith(`${page} `) ? [place.slice(page.length + 1)] : []))
  expect(of('attention')).toEqual([
    'cancels',
    'late',
    'today',
    'invoice',
    'refused',
    'pickup',
    'cancellation',
    'return',
    'lowStock',
    'unmapped',
    'latePayouts',
    'unclaimed',
    'expenses',
    'shops',
    'ending',
    'unauthorized',
    'history',
  ])
  expect(of('hub')).toEqual(
    expect.arrayContaining([
      'urgent',
      'bench',
      'health',
      'failures',
      'lateToShip',
      'return',
      'companyProducts',
      'companyShops',
    ]),
  )
})

test('the figures of a period and of the tiles are those of the list that they open', async () => {
  const product = await addStockedProduct(company, { sku: 'A', cost: '3' })
  const at = `${today}T12:00:00-03:00`
  const of = { at, productId: product, unitCost: '3' }
  await addOrders(company, shop, [
    { ...of, cents: 900n, charged: 100n, units: 2 },
    { ...of, cents: 800n, charged: 50n },
    { ...of, cents: 70n, status: 'cancelled' },
    { ...of, cents: 60n, status: 'pending' },
    { ...of, cents: 50n, at: `${addDays(today, -2)}T12:00:00-03:00` },
  ])
  const { places, differing } = await walkFigures(viewer(), now)
  expect(differing).toEqual([])
  expect(places).toEqual(
    expect.arrayContaining([
      'custom valid',
      'custom cancelled',
      'tile today sales',
      'tile today units',
      'tile today fees',
      'tile today cost',
    ]),
  )
})
