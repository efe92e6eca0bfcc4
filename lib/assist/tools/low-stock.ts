import 'server-only'
import { z } from 'zod'
import { shortStates } from '@/lib/catalog/products/filters'
import { getProductListFor } from '@/lib/catalog/products/views'
import { tool } from './contract'
import { columnsOf } from './figure'

const path = '/dashboard/minha-empresa/produtos'

export const lowStock = tool({
  name: 'low_stock',
  description:
    'Products whose available stock is low (at or below their minimum), out, or sold beyond what there is, the scarcest first.',
  permission: 'sales.read',
  schema: z.object({ state: z.enum(shortStates).default('low'), limit: z.int().min(1).max(50).default(20) }),
  run: async (viewer, { state, limit }) => {
    const query = { stock: state, sort: 'stock' }
    const { page, counts } = await getProductListFor(viewer, query, limit)
    const href = `${path}?${new URLSearchParams(query).toString()}`
    return {
      asked: { period: null, shop: null, product: null },
      figures: [{ name: 'products', unit: 'count', value: String(counts.matching), href }],
      table: {
        columns: columnsOf({ product: 'text', sku: 'text', available: 'count', minimum: 'count' }),
        rows: page.rows.map(({ id, title, sku, available, lowStockAt }) => ({
          cells: [title, sku, String(available), String(lowStockAt)],
          href: `/dashboard/products/${id}`,
        })),
        total: Number(counts.matching),
      },
      href,
    }
  },
})
