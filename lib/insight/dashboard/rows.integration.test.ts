import { localDay } from '@/lib/core/dates'
import { ordersHref, readSalesFilters, waitingHref } from '@/lib/sales/sales-figures/filters'
import { netOfFeesCents, validOrders } from '@/lib/sales/sales-figures/figures'
import { getAttentionFor, getSalesSummary } from '@/lib/insight/dashboard/views'
import { getOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { orderStatuses } from '@/lib/sales/orders/schema'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addShop, type TestOrder } from '@/lib/testing/factories/sales'

const timeZone = 'America/Sao_Paulo'
const hours = 3_600_000

test('every figure opens exactly the orders that add up to it', async () => {
  const company = await createTestOrganization()
  const viewer = { organizationId: company.organizationId, role: 'owner', timeZone } as const
  const [first, second] = [await addShop(company, 'Primeira'), await addShop(company, 'Segunda')]
  const listingId = await addListing(company, first, 'Anúncio')
  const now = Date.now()
  const today = localDay(new Date(now), timeZone)
  const orders = Array.from({ length: 90 }, (_, index): TestOrder => ({
    at: new Date(now - index * 19 * hours).toISOString(),
    status: orderStatuses[index % orderStatuses.length],
    cents: BigInt(1000 + index * 41),
    charged: index % 3 === 0 ? 111n : undefined,
    estimated: index % 3 === 1 ? 97n : undefined,
    shipBy: new Date(now + (index % 60 < 30 ? -1 : 1) * (1 + index) * hours).toISOString(),
    cancellationAsked: index % 7 === 0,
    listingId,
  }))
  await addOrders(company, first, orders.slice(0, 50))
  await addOrders(company, second, orders.slice(50))

  const rowsOf = async (href: string) => {
    const query = Object.fromEntries(new URL(href, 'http://x').searchParams)
    const { page } = await getOrderListFor(viewer, query, 1000)
    const totals = await getOrderTotalsFor(viewer, readOrderFilters(query, today))
    expect(BigInt(page.rows.length)).toBe(totals.orders)
    return page.rows
  }

  for (const query of [
    { period: '30d' },
    { period: '7d', shop: first },
    { period: '30d', channel: 'shopee', shop: second },
  ]) {
    const filters = readSalesFilters(query, today)
    const { current } = await getSalesSummary(viewer, filters)
    const valid = await rowsOf(ordersHref(filters, { valid: true }))
    expect(BigInt(valid.length)).toBe(validOrders(current))
    expect(valid.reduce((sum, { revenueCents }) => sum + revenueCents, 0n)).toBe(current.grossCents)
    expect(valid.reduce((sum, { units }) => sum + BigInt(units), 0n)).toBe(current.units)
    expect(valid.reduce((sum, { netCents, revenueCents }) => sum + (netCents ?? revenueCents), 0n)).toBe(
      netOfFeesCents(current),
    )
    for (const status of orderStatuses) {
      const rows = await rowsOf(ordersHref(filters, { status }))
      expect(rows.every((row) => row.status === status)).toBe(true)
      expect(BigInt(rows.length)).toBe(current[status])
    }
  }

  const attention = await getAttentionFor(viewer)
  expect(BigInt((await rowsOf('/dashboard/orders?waiting=late')).length)).toBe(attention.lateOrders)
  expect(BigInt((await rowsOf('/dashboard/orders?waiting=today')).length)).toBe(attention.ordersToPostToday)
  expect(BigInt((await rowsOf(waitingHref('cancellation'))).length)).toBe(attention.cancellationsAsked)
  expect(attention.lateOrders > 0n && attention.cancellationsAsked > 0n).toBe(true)
})
