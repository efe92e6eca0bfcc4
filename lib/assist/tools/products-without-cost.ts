import 'server-only'
import { z } from 'zod'
import { getProductListFor } from '@/lib/catalog/products/views'
import { productsHref } from '@/lib/catalog/products/filters'
import { tool } from './contract'
import { columnsOf, count, limitInput } from './figure'

export const productsWithoutCost = tool({
  name: 'products_without_cost',
  description: 'Products whose cost is not known, so that their margin and the profit are not either.',
  permission: 'money.read',
  schema: z.object({ ...limitInput(20) }),
  run: async (viewer, { limit }) => {
    const { filters, page, counts } = await getProductListFor(viewer, { cost: 'missing' }, limit)
    const href = productsHref(filters)
    return {
      asked: { period: null, shop: null, product: null },
      figures: [count('products', counts.matching, href)],
      table: {
        columns: columnsOf({ product: 'text', sku: 'text', available: 'count' }),
        rows: page.rows.map(({ id, title, sku, available }) => ({
          cells: [title, sku, String(available)],
          href: `/dashboard/products/${id}`,
        })),
        total: Number(counts.matching),
      },
      href,
    }
  },
})
