import 'server-only'
import { z } from 'zod'
import { requireListingUpdates } from '@/lib/connect/sync/listing-updates/listing-update-queue'
import { setListingPrice } from '@/lib/connect/sync/listing-updates/set-price'
import { UserError } from '@/lib/core/errors'
import { namedInput } from '../tools/named-input'
import { proposalKind } from './contract'
import { findListing, nameOf } from './find-listing'
import { warnOfPrice } from './price-warning'

type Seen = { listingId: string; seenCents: string | null }

export const listingPriceProposal = proposalKind({
  name: 'listing_price',
  description: 'Set the price before promotions of one listing on the marketplace, in whole cents.',
  permission: 'platform.push',
  schema: z.object({
    listing: namedInput(200).describe('Title or SKU of a listing'),
    priceCents: z.int().positive().max(99_999_999_999),
  }),
  describe: async (viewer, { listing: named, priceCents }) => {
    requireListingUpdates(viewer)
    const listing = await findListing(viewer, named)
    const before = listing.originalCents
    if (before === BigInt(priceCents)) throw new UserError('proposalNothing')
    const seen: Seen = { listingId: listing.id, seenCents: before === null ? null : String(before) }
    return {
      seen,
      diff: [
        { label: 'listing', unit: 'text', before: null, after: nameOf(listing) },
        { label: 'price', unit: 'cents', before: seen.seenCents, after: String(priceCents) },
        ...(await warnOfPrice(viewer, BigInt(priceCents), listing.shopName)),
      ],
    }
  },
  apply: async (actor, { priceCents }, { listingId, seenCents: seen }) => {
    await setListingPrice(actor, {
      listingId,
      priceCents: BigInt(priceCents),
      seenCents: seen === null ? null : BigInt(seen),
    })
    return listingId
  },
})
