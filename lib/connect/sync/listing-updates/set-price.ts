import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueSending } from './plan-listing-updates'
import { requireListingUpdates } from './listing-update-queue'
import type { SetPriceInput } from './schema'

/** Asks the platform to show a price before promotions for one listing; only where its shop's prices are ours to set, and still as it was seen. */
export async function setListingPrice(
  actor: Actor,
  { listingId, priceCents, seenCents }: SetPriceInput & { seenCents?: bigint | null },
): Promise<{ listingId: string }> {
  requireListingUpdates(actor)
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const listing = await db.listing.findFirst({
      where: { organizationId, id: listingId },
      select: { originalCents: true, shop: { select: { id: true, status: true, priceMaster: true } } },
    })
    if (!listing) throw new UserError('notFound')
    if (seenCents !== undefined && listing.originalCents !== seenCents) throw new UserError('staleVersion')
    if (listing.shop.priceMaster !== 'mascate') throw new UserError('priceMasterElsewhere')
    if (listing.shop.status !== 'active') throw new UserError('shopNotConnected')
    const [pushable] = await db.$queryRaw<object[]>`
      SELECT 1 FROM updatable_listings(${listing.shop.id}::uuid) l WHERE l.id = ${listingId}::uuid`
    if (!pushable) throw new UserError('listingClosed')
    await db.$executeRaw`
      INSERT INTO listing_update (organization_id, listing_id, kind, wanted) VALUES (${organizationId}::uuid, ${listingId}::uuid, 'price', ${priceCents}::bigint)
      ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
        platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL`
    await enqueueSending(db, listing.shop.id)
    await recordAudit(db, actor, {
      event: 'listing.priceSet',
      subjectId: listingId,
      before: { priceCents: listing.originalCents },
      after: { priceCents },
    })
    return { listingId }
  })
}
