import { withOrganization } from '@/lib/core/db'
import { getOrderListFor } from '@/lib/sales/orders/views'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { countOrderListTabs } from './count-tabs'
import { orderListTabFilters } from './tabs'

const viewer = (organizationId: string) => ({ organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' as const })
const both = { money: true, buyers: true }
const countTabs = (organizationId: string, visibility = both) =>
  withOrganization({ organizationId }, (db) => countOrderListTabs(db, viewer(organizationId), visibility))

test('each tab counts the orders that it opens, and of money only who may filter by it hears', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await addOrders(
    company,
    shop,
    Array.from({ length: 5 }, () => ({ at, listingId })),
  )
  const { organizationId } = company
  const orders = await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders ORDER BY id')
  const change = (index: number, set: string) =>
    inspect(organizationId, `UPDATE orders SET ${set} WHERE id = $1`, [orders[index]!.id])
  await change(0, `status = 'confirmed', ship_by = now() - interval '1 day'`)
  await change(1, `status = 'confirmed', ship_by = now() + interval '1 day', invoice_state = 'none'`)
  await change(2, `status = 'processing', ship_by = now() + interval '1 day', invoice_state = 'valid'`)
  await change(3, `status = 'confirmed', fulfilled_by_platform = true, invoice_state = 'none'`)
  await change(4, `status = 'shipped', shipped_at = now()`)
  await inspect(organizationId, `SELECT refresh_order_list(array_agg(id))::text FROM orders`)

  const tabs = await countTabs(organizationId)
  expect(tabs).toMatchObject([
    { tab: 'toShip', count: 3 },
    { tab: 'late', count: 1 },
    { tab: 'invoice', count: 1 },
    { tab: 'negative', count: 0 },
    { tab: 'unmapped', count: 5 },
  ])
  for (const { tab, count } of tabs) {
    const { waiting, negative, unmapped } = orderListTabFilters[tab]
    const query = {
      ...(waiting && { waiting }),
      ...(negative && { negative: '1' }),
      ...(unmapped && { unmapped: '1' }),
    }
    const { page } = await getOrderListFor(viewer(organizationId), query)
    expect({ tab, rows: page.rows.length }).toEqual({ tab, rows: count })
  }
  const seen = await countTabs(organizationId, { money: false, buyers: false })
  expect(seen.map(({ tab }) => tab)).not.toContain('negative')
})
