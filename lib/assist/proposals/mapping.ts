import 'server-only'
import { z } from 'zod'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { mapListing } from '@/lib/catalog/mapping/map-listing'
import { getListing } from '@/lib/catalog/mapping/queries'
import { maxListingUnits } from '@/lib/catalog/mapping/schema'
import { getProductFor } from '@/lib/catalog/products/views'
import { namedInput } from '../tools/named-input'
import { findProduct } from '../tools/product-input'
import { proposalKind } from './contract'
import { findListing, nameOf } from './find-listing'

type Seen = { listingId: string; productId: string; seenProductId: string | null; seenQuantity: number }

export const mappingProposal = proposalKind({
  name: 'mapping',
  description: 'Map a listing to so many units of a product, for orders from now on.',
  permission: 'listing.map',
  schema: z.object({
    listing: namedInput(200).describe('Title or SKU of a listing'),
    product: namedInput(200).describe('SKU, id or words of the title of a product'),
    quantity: z.int().min(1).max(maxListingUnits).default(1).describe('Units of the product in one of the listing'),
  }),
  describe: async (viewer, { listing: named, product: wanted, quantity }) => {
    const listing = await findListing(viewer, named)
    const product = (await findProduct(viewer, wanted))!
    const now = await withOrganization(viewer, (db) => getListing(db, viewer.organizationId, listing.id))
    if (!now) throw new UserError('notFound')
    if (now.productId === product.id && now.productQuantity === quantity) throw new UserError('proposalNothing')
    const mapped = now.productId ? await getProductFor(viewer, now.productId) : null
    const { productId: seenProductId, productQuantity: seenQuantity } = now
    const seen: Seen = { listingId: listing.id, productId: product.id, seenProductId, seenQuantity }
    return {
      seen,
      diff: [
        { label: 'listing', unit: 'text', before: null, after: nameOf(listing) },
        {
          label: 'product',
          unit: 'text',
          after: `${product.title} (${product.sku})`,
          before: mapped && `${mapped.product.title} (${mapped.product.sku})`,
        },
        { label: 'units', unit: 'count', before: mapped && String(seenQuantity), after: String(quantity) },
      ],
    }
  },
  apply: async (actor, { quantity }, seen) => {
    const { listingId } = await mapListing(actor, { ...seen, quantity, how: 'hand', scope: 'future', sinceDay: null })
    return listingId
  },
})
