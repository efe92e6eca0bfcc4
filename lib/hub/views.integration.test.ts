import type { Actor } from '../db'
import { explain } from '../testing/explain'
import { createTestOrganization } from '../testing/factories'
import { addListing, addOrders, addProduct, addShop, foldSales } from '../testing/sales'
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
  return company
}

test('each area has its number and what waits in it, the same before and after folding', async () => {
  const company = await openDoors()
  const look = async () =>
    Object.fromEntries((await getHubFor(viewer(company), now)).areas.map((area) => [area.key, area]))
  const hub = await look()
  expect(hub.companyAnalytics!.figure).toEqual({
    unit: 'money',
    value: 5700n,
    change: { kind: 'ratio', value: 1, direction: 'up' },
  })
  // 57.00 of sales − 10.00 of fees − 10.00 of goods.
  expect(hub.companyPanel!.figure).toEqual({ unit: 'money', value: 3700n })
  expect(hub.companyOrders!.figure).toEqual({ unit: 'count', value: 1n })
  expect(hub.companyOrders!.waits).toMatchObject([{ key: 'late', count: 1 }])
  expect(hub.companyMapping).toMatchObject({ figure: { value: 0n, of: 1n }, waits: [{ key: 'unmapped', count: 1 }] })
  expect(hub.companyProducts).toMatchObject({ figure: { value: 0n, of: 1n }, waits: [{ key: 'lowStock', count: 1 }] })
  expect(hub.shopeeCentral!.figure).toEqual({ unit: 'count', value: 1n })
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

test('what is counted comes from indexes of just those rows', async () => {
  const { organizationId } = await createTestOrganization()
  const plan = await explain(organizationId, (db) => getHubCounts(db, organizationId, '2026-11-30'))
  expect(plan).toMatch(/orders_(to_ship|unfinished|dispatch)/)
})
