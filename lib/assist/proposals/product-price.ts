import 'server-only'
import { z } from 'zod'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { getProduct } from '@/lib/catalog/products/queries'
import { updateProductInput } from '@/lib/catalog/products/schema'
import { updateProduct } from '@/lib/catalog/products/update-product'
import { namedInput } from '../tools/named-input'
import { findProduct } from '../tools/product-input'
import { proposalKind } from './contract'
import { warnOfPrice } from './price-warning'

type Seen = { productId: string; version: number }

export const productPriceProposal = proposalKind({
  name: 'product_price',
  description: "Set the price of one product in the company's catalogue, in whole cents.",
  permission: 'product.write',
  schema: z.object({
    product: namedInput(200).describe('SKU, id or words of the title of a product'),
    priceCents: z.int().positive().max(99_999_999_999),
  }),
  describe: async (viewer, { product: named, priceCents }) => {
    const { id } = (await findProduct(viewer, named))!
    const product = await withOrganization(viewer, (db) => getProduct(db, viewer.organizationId, id))
    if (!product) throw new UserError('notFound')
    const before = product.priceCents
    if (before === BigInt(priceCents)) throw new UserError('proposalNothing')
    const seen: Seen = { productId: id, version: product.version }
    return {
      seen,
      diff: [
        { label: 'product', unit: 'text', before: null, after: `${product.title} (${product.sku})` },
        { label: 'price', unit: 'cents', before: before === null ? null : String(before), after: String(priceCents) },
        ...(await warnOfPrice(viewer, BigInt(priceCents), null)),
      ],
    }
  },
  apply: async (actor, { priceCents }, { productId, version }) => {
    const product = await withOrganization(actor, (db) => getProduct(db, actor.organizationId, productId))
    if (!product) throw new UserError('notFound')
    await updateProduct(actor, updateProductInput.parse({ ...product, version, priceCents: BigInt(priceCents) }))
    return productId
  },
})
