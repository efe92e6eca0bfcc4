import type { AnalyticsTab } from '@/lib/sales/sales-figures/analysis-filters'
import { getAnalyticsFor, type AnalyticsSections } from '@/lib/insight/analytics/views'
import type { Actor } from '@/lib/core/db'
import type { TestOrganization } from '../factories/factories'
import { addOrders, addProduct, addShop, foldSales, type TestOrder } from '../factories/sales'

export const now = new Date('2026-11-21T15:00:00Z')
export const year = { period: 'custom', from: '2025-12-03', to: '2026-11-21' }
export const viewer = ({ organizationId }: { organizationId: string }, role: Actor['role'] = 'owner') => ({
  organizationId,
  role,
  timeZone: 'America/Sao_Paulo',
})

/** One section as the role reads it, over a year if nothing else is asked for. */
export async function section<Tab extends AnalyticsTab>(
  company: TestOrganization,
  tab: Tab,
  query: Record<string, string> = {},
  role: Actor['role'] = 'owner',
) {
  const view = await getAnalyticsFor(viewer(company, role), { ...year, tab, ...query }, { now })
  if (view.section.tab !== tab) throw new Error(`${role} was shown ${view.section.tab}`)
  return view.section as AnalyticsSections[Tab]
}

/** A year and a half of orders of eight products in two shops, half of them folded. */
export async function sell(company: TestOrganization) {
  const shops = [await addShop(company, 'Primeira'), await addShop(company, 'Segunda')]
  const products = await Promise.all(Array.from({ length: 8 }, (_, index) => addProduct(company, `SKU-${index}`)))
  const statuses = ['delivered', 'delivered', 'shipped', 'cancelled', 'delivered', 'pending'] as const
  const orders = Array.from({ length: 160 }, (_, index): TestOrder => {
    const units = 1 + (index % 3)
    return {
      at: new Date(now.getTime() - index * 82 * 3_600_000).toISOString(),
      status: statuses[index % 6],
      units,
      cents: BigInt(units * (700 + (index % 8) * 900)),
      charged: BigInt(100 + index),
      productId: products[index % 8]!,
      unitCost: index % 8 === 7 ? undefined : String(3 + (index % 8)),
      state: ['SP', 'MG', undefined][index % 3],
      buyer: index % 5 === 0 ? undefined : `buyer ${index % 11}`,
      cancelReason: index % 2 === 0 ? 'Out of Stock' : undefined,
      cancelledBy: 'seller',
    }
  })
  for (const [place, shop] of shops.entries())
    await addOrders(
      company,
      shop,
      orders.filter((_, index) => index < 80 && index % 2 === place),
    )
  await foldSales(company)
  for (const [place, shop] of shops.entries())
    await addOrders(
      company,
      shop,
      orders.filter((_, index) => index >= 80 && index % 2 === place),
    )
  return { shops, products }
}
