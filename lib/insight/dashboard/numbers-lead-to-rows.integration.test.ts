import { can } from '@/lib/core/permissions'
import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import type { Prisma } from '@/lib/generated/prisma/client'
import { getHubFor } from '../hub/views'
import { getProfitTiles } from '@/lib/money/profit/tiles'
import { figureHref } from '@/lib/money/profit/tile-href'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addSettlements } from '@/lib/testing/harnesses/money-harness'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { rowsBehind } from '@/lib/testing/harnesses/rows-behind'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { listAttention } from './attention-items'
import { ordersHref, readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { validOrders } from '@/lib/sales/sales-figures/figures'
import { getAttentionFor, getSalesSummary } from './views'

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
  await addSettlements(company, shop, [
    { code: 'U', state: 'underpaid', expected: 5_000n, released: 3_000n },
    { code: 'L', state: 'late', expected: 700n },
  ])
}

const countUrgent = async () => {
  const { urgent } = await getDispatchFor(viewer(), {})
  return { count: new Set(urgent.filter(({ kind }) => kind !== 'cancellationAsked').map(({ id }) => id)).size }
}

test('each line of the day’s work, and what waits in each area of the company’s home, opens exactly the rows that it counts', async () => {
  await plantWork()
  const items = listAttention('owner', await getAttentionFor(viewer(), now))
  const differing: unknown[] = []
  for (const { key, href, count, cents } of items) {
    const behind = await rowsBehind(viewer(), href)
    if (behind?.count !== count || (cents !== undefined && cents !== null && behind.cents !== cents))
      differing.push({ key, href, count, cents, behind })
  }
  expect(differing).toEqual([])
  expect(items.map(({ key }) => key)).toEqual([
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

  const { areas } = await getHubFor(viewer(), now)
  const waits = areas.flatMap((area) => area.waits)
  for (const { key, href, count } of waits) {
    // Urgent items stand above the list, each with its cause.
    const behind = key === 'urgent' ? await countUrgent() : await rowsBehind(viewer(), href)
    if (behind && Number(behind.count) !== count) differing.push({ key, href, count, behind })
  }
  expect(differing).toEqual([])
  expect(waits.length).toBeGreaterThan(10)
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
  const filters = readSalesFilters({ period: 'custom', from: addDays(today, -1), to: today }, today)
  const { current } = await getSalesSummary(viewer(), filters)
  expect(await rowsBehind(viewer(), ordersHref(filters, { valid: true }))).toMatchObject({
    count: validOrders(current),
    cents: current.grossCents,
    units: current.units,
  })
  for (const status of ['pending', 'delivered', 'cancelled'] as const)
    expect(await rowsBehind(viewer(), ordersHref(filters, { status }))).toMatchObject({ count: current[status] })

  const { tiles } = await getProfitTiles(viewer(), { shop: null, channel: null }, now)
  for (const { range, figures } of tiles)
    for (const figure of figures) {
      if (!can('owner', 'money.read') || figure.value === null) continue
      const behind = await rowsBehind(viewer(), figureHref(figure, range, { shop: null, channel: null, entity: null }))
      if (figure.key === 'sales') expect(behind?.cents).toBe(figure.value)
      if (figure.key === 'units') expect(behind?.units).toBe(figure.value)
      if (figure.key === 'fees') expect(behind?.feesCents).toBe(-figure.value)
    }
})
