import { withOrganization, type Actor } from '@/lib/core/db'
import { addDays, localDay } from '@/lib/core/dates'
import type { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { explain } from '@/lib/testing/harnesses/explain'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { plantDifference, plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { openCasesAction } from '@/lib/money/cases/actions'
import { addParcel, addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { addListing, addOrders, addProduct, addShop, foldSales } from '@/lib/testing/factories/sales'
import { getHubCounts } from './queries'
import { getHubFor } from './views'

const now = new Date('2026-11-21T15:00:00Z')
const viewer = ({ organizationId }: { organizationId: string }, role: Actor['role'] = 'owner') => ({
  organizationId,
  role,
  timeZone: 'America/Sao_Paulo',
})

async function openDoors() {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'A')
  await addListing(company, shop, 'Sem produto')
  await addOrders(company, shop, [
    { at: '2026-11-20T12:00:00Z', cents: 5000n, charged: 1000n, productId, unitCost: '10' },
    { at: '2026-11-20T12:00:00Z', cents: 700n, productId, status: 'confirmed', shipBy: '2026-11-21T14:00:00Z' },
    { at: '2026-10-01T12:00:00Z', cents: 2850n, productId },
  ])
  return { ...company, shop }
}

test('each area has its number and what waits in it, the same before and after folding', async () => {
  const company = await openDoors()
  const look = async () =>
    Object.fromEntries((await getHubFor(viewer(company), now)).areas.map((area) => [area.key, area]))
  // No member said whether its shop advertises.
  expect((await look()).companyPanel!.figure).toEqual({ unit: 'money', value: 3700n, adsUnsaid: 1 })
  await addAdsDay(company, company.shop, '2026-11-20', { '': 100n })
  const hub = await look()
  expect(hub.companyAnalytics!.figure).toEqual({
    unit: 'money',
    value: 5700n,
    change: { kind: 'ratio', value: 1, direction: 'up' },
  })
  // 57.00 of sales − 10.00 of fees − 10.00 of goods − 1.00 of ads.
  expect(hub.companyPanel!.figure).toEqual({ unit: 'money', value: 3600n })
  expect(hub.companyOrders!.figure).toEqual({ unit: 'count', value: 1n })
  expect(hub.companyOrders!.waits).toMatchObject([{ key: 'late', count: 1 }])
  expect(hub.companyShops).toMatchObject({ figure: { value: 0n, of: 1n }, waits: [{ key: 'unauthorized', count: 1 }] })
  expect(hub.companyMapping).toMatchObject({ figure: { value: 0n, of: 1n }, waits: [{ key: 'unmapped', count: 1 }] })
  expect(hub.companyProducts).toMatchObject({ figure: { value: 0n, of: 1n }, waits: [{ key: 'lowStock', count: 1 }] })
  expect(hub.shopeeCentral!.figure).toEqual({ unit: 'count', value: 1n })
  // Late, and counted down to the platform's own cancelling.
  expect(hub.shopeeCentral!.waits).toMatchObject([
    { key: 'lateToShip', count: 1 },
    { key: 'urgent', count: 1 },
  ])
  await foldSales(company)
  expect(await look()).toEqual(hub)
})

test('an operator sees no revenue, and neither the result nor expenses', async () => {
  const company = await openDoors()
  const { areas, overdueCents } = await getHubFor(viewer(company, 'operator'), now)
  expect(areas.map(({ key }) => key)).toEqual([
    'companyAnalytics',
    'companyProducts',
    'companyMapping',
    'companyOrders',
    'companyShops',
    'shopeeCentral',
  ])
  expect(areas.filter(({ figure }) => figure?.unit === 'money')).toEqual([])
  expect(overdueCents).toBe(0n)
})

test('nothing of another organization is counted', async () => {
  await openDoors()
  const mine = await createTestOrganization()
  const { areas } = await getHubFor(viewer(mine), now)
  expect(areas.every(({ figure, waits }) => figure?.value === 0n && waits.length === 0)).toBe(true)
})

const areaOf = async (company: TestOrganization, key: string, role: Actor['role'] = 'owner') =>
  (await getHubFor(viewer(company, role), now)).areas.find((area) => area.key === key)!
const editShop = ({ organizationId }: TestOrganization, id: string, data: Prisma.ShopUpdateInput) =>
  withOrganization({ organizationId }, (db) =>
    db.shop.update({ where: { organizationId_id: { organizationId, id } }, data, select: { id: true } }),
  )

test('a shop waits while it was never authorized, its grant has ended or ends within a week; not once it was let go', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const waitsAs = async (change: Prisma.ShopUpdateInput) => {
    await editShop(company, shop, change)
    return (await areaOf(company, 'companyShops')).waits.map(({ key }) => key)
  }
  expect(await waitsAs({})).toEqual(['unauthorized'])
  const connectedAt = new Date('2026-01-01T00:00:00Z')
  expect(await waitsAs({ status: 'expired', connectedAt })).toEqual(['shops'])
  expect(await waitsAs({ status: 'active', grantEndsAt: new Date('2026-11-28T15:00:00Z') })).toEqual(['ending'])
  expect(await waitsAs({ grantEndsAt: new Date('2026-11-28T15:00:01Z') })).toEqual([])
  expect(await waitsAs({ status: 'pending', grantEndsAt: null })).toEqual([])
})

test('the operations centre tells of late parcels, pickups, the bench and cancelled parcels as its rooms do', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const dress = (id: string, data: Prisma.OrderUpdateInput, parcel: Prisma.PackageUpdateInput = {}) =>
    withOrganization({ organizationId }, async (db) => {
      await db.order.update({ where: { organizationId_id: { organizationId, id } }, data, select: { id: true } })
      await db.package.updateMany({ where: { organizationId, orderId: id }, data: parcel })
    })
  const late = await addParcel(company, { printed: true })
  await dress(late.orderId, { shipBy: new Date('2026-11-21T14:59:59Z') })
  await dress((await addParcel(company, {})).orderId, { shipBy: new Date('2026-11-21T15:00:00Z') })
  await dress((await addParcel(company, {})).orderId, {}, { platformStatus: 'LOGISTICS_PICKUP_RETRY' })
  const cancelled = await addParcel(company, { status: 'cancelled' })
  await dress(cancelled.orderId, { invoiceState: 'valid', cancelledAt: now })
  const full = await addParcel(company, { fulfilledByPlatform: true })
  await dress(full.orderId, { shipBy: new Date('2026-11-01T00:00:00Z') })
  await addReturn(company, await addParcel(company, { status: 'shipped' }), { kind: 'with_return', state: 'open' })
  const { waits } = await areaOf(company, 'shopeeCentral')
  expect(waits.map(({ key, count }) => [key, count])).toEqual([
    ['lateToShip', 1],
    ['toShipToday', 1],
    ['urgent', 2],
    ['pickup', 1],
    ['bench', 1],
    ['return', 1],
  ])
})

test('cases near their deadline wait, and unclaimed differences, for those who decide on them', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const [near, far] = [await plantDifference(company), await plantDifference(company)]
  const openUntil = async ({ settlementId, cause }: typeof near, days: number) => {
    const given = { reason: 'Frete', protocol: null, ownerId: null, fileIds: [] }
    const deadline = addDays(localDay(new Date(), 'America/Sao_Paulo'), days)
    dataOf(await openCasesAction(envelope(company), { ...given, deadline, picks: [{ settlementId, cause }] }))
  }
  await openUntil(near, 7)
  await openUntil(far, 8)
  await plantDifference(company, near.shop)
  await plantSettlements(company, [
    { shop: near.shop, code: 'SMALL', expected: 1000, released: 1, causes: [{ cause: 'freight', amount: -999 }] },
  ])
  const waitsFor = async (role: Actor['role']) => {
    const { areas } = await getHubFor(viewer(company, role))
    return areas.find(({ key }) => key === 'companyPanel')?.waits.map(({ key, count }) => [key, count])
  }
  expect(await waitsFor('finance')).toEqual([
    ['cases', 1],
    ['unclaimed', 1],
  ])
  expect(await waitsFor('manager')).toEqual([])
  expect(await waitsFor('operator')).toBeUndefined()
})

test('while no report of the month tells of ads, the panel’s number is the profit before them, with the shop and days named', async () => {
  const company = await openDoors()
  await addAdsDay(company, company.shop, '2026-10-15', { '': 100n })
  expect((await areaOf(company, 'companyPanel')).figure).toEqual({
    unit: 'money',
    value: 3700n,
    beforeAds: true,
    adsGaps: [{ shopId: company.shop, shop: 'Loja', days: 1, spans: [{ from: '2026-11-20', to: '2026-11-20' }] }],
  })
})

test('nothing waits is said only where nothing does: not beside work that is not due, nor beside what others settle', async () => {
  const company = await createTestOrganization()
  const restOf = async (key: string, role?: Actor['role']) => (await areaOf(company, key, role)).rest
  for (const key of ['companyPanel', 'companyOrders', 'shopeeCentral', 'companyExpenses', 'companyShops'])
    expect(await restOf(key)).toBe('clear')
  // Nothing is ever waited for in what is only read.
  expect(await restOf('companyAnalytics')).toBeNull()

  const shop = await addShop(company, 'Loja')
  const productId = await addProduct(company, 'A')
  const order = { at: '2026-11-20T12:00:00Z', status: 'confirmed', shipBy: '2026-11-25T14:00:00Z' } as const
  await addOrders(company, shop, [{ ...order, productId }])
  expect(await restOf('companyOrders')).toBe('calm')
  expect(await restOf('shopeeCentral')).toBe('calm')
  expect(await restOf('companyShops')).toBeNull()
  expect(await restOf('companyShops', 'viewer')).toBe('others')
  const expense = { description: 'Aluguel', amountCents: 5000n, kind: 'fixed' as const, dueOn: new Date('2026-11-25') }
  await withOrganization(company.owner, (db) =>
    db.expense.create({
      data: { organizationId: company.organizationId, id: newId(), ...expense },
      select: { id: true },
    }),
  )
  expect(await restOf('companyExpenses')).toBe('calm')
})

test('each count comes from an index of just those rows', async () => {
  const { organizationId } = await createTestOrganization()
  const plan = await explain(organizationId, async (db) => {
    // The plan for a table of a few rows proves nothing.
    await db.$executeRaw`SET LOCAL enable_seqscan = off`
    return getHubCounts(db, organizationId, { endOfMonth: '2026-11-30', now })
  })
  expect(plan).toMatch(/orders_(to_ship|unfinished|dispatch)/)
})
