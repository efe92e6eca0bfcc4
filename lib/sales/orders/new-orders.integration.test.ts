import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { countNewOrdersFor } from './new-orders'

const HOUR = 3_600_000

test('orders after the list was read count, and neither earlier ones nor those of a history', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const owner = { organizationId, role: 'owner' as const, timeZone: 'America/Sao_Paulo' }
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  const at = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
  await addOrders(
    company,
    shop,
    [1, 2, 400].map((hours) => ({ at: at(hours), listingId })),
  )
  const since = new Date(Date.now() - HOUR / 2).toISOString()
  expect(await countNewOrdersFor(owner, since)).toBe(2)
  // In the open tab: both are delivered, and one is worth more.
  for (const [query, count] of [
    [{ status: 'delivered', sort: 'value' }, 2],
    [{ waiting: 'toShip' }, 0],
    [{ status: 'cancelled' }, 0],
    [{ min: '20' }, 0],
    [{ q: 'anuncio' }, 2],
    [{ q: 'outro anuncio' }, 0],
  ] as const)
    expect({ query, count: await countNewOrdersFor(owner, since, query) }).toEqual({ query, count })
  await inspect(organizationId, `UPDATE orders SET created_at = now() - interval '1 hour'`)
  expect(await countNewOrdersFor(owner, since)).toBe(0)
  const other = await createTestOrganization()
  expect(await countNewOrdersFor({ ...owner, organizationId: other.organizationId }, since)).toBe(0)
  for (const nothing of [null, '', 'ontem', "2026-11-28' OR 1=1", '0000-01-01T00:00:00Z'])
    expect(await countNewOrdersFor(owner, nothing)).toBe(0)
})

test('new orders are found by the name of what they hold, as the list finds them: product, listing and its variation', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const owner = { organizationId, role: 'owner' as const, timeZone: 'America/Sao_Paulo' }
  const shop = await addShop(company, 'Loja')
  const productId = await addStockedProduct(company, { sku: 'CAN-1' })
  const listingId = await addListing(company, shop, 'Garrafa térmica')
  await inspect(organizationId, `UPDATE listing SET variation = 'Azul-marinho'`)
  const at = new Date(Date.now() - HOUR).toISOString()
  await addOrders(company, shop, [
    { at, productId },
    { at, listingId },
    { at, listingId },
  ])
  const since = new Date(Date.now() - 2 * HOUR).toISOString()
  for (const [q, count] of [
    ['produto', 1],
    ['termica garrafa', 2],
    ['marinho', 2],
    ['produto termica', 0],
    ['can-1', 1],
  ] as const)
    expect({ q, count: await countNewOrdersFor(owner, since, { q }) }).toEqual({ q, count })
})
