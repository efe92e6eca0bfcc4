import 'server-only'
import { z } from 'zod'
import { UserError } from '@/lib/core/errors'
import { getProductFor } from '@/lib/catalog/products/views'
import { adjustStock } from '@/lib/catalog/stock/adjust-stock'
import { maxStockUnits, reasonInput } from '@/lib/catalog/stock/schema'
import { namedInput } from '../tools/named-input'
import { findProduct } from '../tools/product-input'
import { proposalKind } from './contract'

type Seen = { productId: string; onHand: number }

export const stockCountProposal = proposalKind({
  name: 'stock_count',
  description: 'Set the own stock of one product to the units that were counted, with the reason.',
  permission: 'stock.adjust',
  schema: z.object({
    product: namedInput(200).describe('SKU, id or words of the title of a product'),
    units: z.int().min(0).max(maxStockUnits),
    reason: reasonInput,
  }),
  describe: async (viewer, { product: named, units, reason }) => {
    const result = await getProductFor(viewer, (await findProduct(viewer, named))!.id)
    if (!result) throw new UserError('notFound')
    const { product, kit } = result
    if (kit) throw new UserError('kitNoStock')
    if (product.onHand === BigInt(units)) throw new UserError('proposalNothing')
    const seen: Seen = { productId: product.id, onHand: Number(product.onHand) }
    return {
      seen,
      diff: [
        { label: 'product', unit: 'text', before: null, after: `${product.title} (${product.sku})` },
        { label: 'onHand', unit: 'count', before: String(product.onHand), after: String(units) },
        { label: 'reason', unit: 'text', before: null, after: reason },
      ],
    }
  },
  apply: async (actor, { units, reason }, { productId, onHand }) => {
    await adjustStock(actor, { productId, how: 'count', units, seenOnHand: onHand, reason })
    return productId
  },
})
