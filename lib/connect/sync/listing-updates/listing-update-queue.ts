import 'server-only'
import { scopeOf } from '@/lib/core/permissions'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueSending } from './plan-listing-updates'
import type { RetryListingUpdatesInput } from './schema'

export type ListingUpdateCounts = { waiting: number; retrying: number; failed: number }

export async function countListingUpdates(
  db: Db,
  organizationId: string,
  shopId: string | null = null,
): Promise<ListingUpdateCounts> {
  const [row] = await db.$queryRaw<[ListingUpdateCounts]>`
    SELECT count(*) FILTER (WHERE p.state = 'waiting' AND p.error_code IS NULL)::int AS waiting,
      count(*) FILTER (WHERE p.state = 'waiting' AND p.error_code IS NOT NULL)::int AS retrying,
      count(*) FILTER (WHERE p.state = 'failed')::int AS failed
    FROM listing_update p JOIN listing l ON l.organization_id = p.organization_id AND l.id = p.listing_id
    WHERE p.organization_id = ${organizationId}::uuid AND p.state <> 'sent' AND (${shopId}::uuid IS NULL OR l.shop_id = ${shopId}::uuid)`
  return row
}

/** "Sync now" alone is not enough for writing to the platform. */
export function requireListingUpdates({ role }: Pick<Actor, 'role'>): void {
  if (scopeOf(role, 'platform.push') !== 'all') throw new UserError('permissionDenied')
}

/** Refused ones are sent again at once, with their attempts counted from zero. */
export async function retryListingUpdates(
  actor: Actor,
  { listingIds, kind }: RetryListingUpdatesInput,
): Promise<{ count: number }> {
  requireListingUpdates(actor)
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const rows = await db.$queryRaw<{ shopId: string; listingId: string }[]>`
      UPDATE listing_update p SET state = 'waiting', attempts = 0, error_code = NULL, platform_text = NULL, next_at = NULL
      FROM listing l WHERE p.organization_id = ${organizationId}::uuid AND p.listing_id = ANY (${listingIds}::uuid[]) AND p.kind = ${kind}::"ListingUpdateKind"
        AND p.error_code IS NOT NULL AND l.organization_id = p.organization_id AND l.id = p.listing_id
      RETURNING l.shop_id AS "shopId", l.id AS "listingId"`
    if (rows.length === 0) throw new UserError('notFound')
    for (const shopId of new Set(rows.map((row) => row.shopId))) await enqueueSending(db, shopId)
    await recordAudit(db, actor, {
      event: 'listing.pushRetried',
      subjectId: rows[0]!.listingId,
      after: { kind, count: rows.length },
    })
    return { count: rows.length }
  })
}
