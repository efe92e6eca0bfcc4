import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, firstOf } from '@/lib/core/keyset'
import type { ListingUpdateKind } from '@/lib/generated/prisma/enums'
import { Prisma } from '@/lib/generated/prisma/client'

const SHOWN = 100

export type SyncFailureRow = {
  id: string
  shopName: string
  operation: string
  subject: string
  errorCode: string
  platformText: string | null
  isDead: boolean
  attempts: number
  lastAt: Date
}
export type ListingUpdateFailure = {
  listingId: string
  title: string
  variation: string | null
  sku: string | null
  shopName: string
  kind: ListingUpdateKind
  wanted: bigint
  errorCode: string | null
  platformText: string | null
  /** Not tried again by itself. */
  isDead: boolean
  attempts: number
}
export type OversoldRow = { productId: string; sku: string; title: string; photoFileId: string | null; short: bigint }
export type Failures = {
  shop: string | null
  shops: { id: string; name: string }[]
  sync: SyncFailureRow[]
  listingUpdates: ListingUpdateFailure[]
  /** For every shop: stock is shared. */
  oversold: OversoldRow[]
  canRetry: boolean
  /** Whether stock and prices may be sent again. */
  canUpdateListings: boolean
}

/** Failures that need a person: reads, stock and prices for the platform, and units sold beyond stock. */
export async function getFailuresFor(
  viewer: Pick<Member, 'organizationId' | 'role'>,
  query: Record<string, string | string[] | undefined> = {},
): Promise<Failures> {
  const { organizationId, role } = viewer
  const shop = asId(firstOf(query.shop))
  const ofShop = shop ? Prisma.sql`AND s.id = ${shop}::uuid` : Prisma.empty
  if (!can(role, 'dispatch.work')) throw new UserError('permissionDenied')
  return withOrganization(viewer, async (db) => {
    const sync = await db.$queryRaw<SyncFailureRow[]>`
      SELECT f.id, s.name AS "shopName", f.operation, f.subject, f.error_code AS "errorCode", f.platform_text AS "platformText",
        f.state = 'dead' AS "isDead", f.attempts, f.last_at AS "lastAt"
      FROM sync_failure f JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = f.shop_id
      WHERE f.organization_id = ${organizationId}::uuid AND f.state IN ('waiting', 'dead') ${ofShop}
      ORDER BY f.state DESC, f.last_at DESC LIMIT ${SHOWN}`
    const listingUpdates = await db.$queryRaw<ListingUpdateFailure[]>`
      SELECT p.listing_id AS "listingId", l.title, l.variation, l.sku::text AS sku, s.name AS "shopName", p.kind, p.wanted,
        p.error_code AS "errorCode", p.platform_text AS "platformText", p.state = 'failed' AS "isDead", p.attempts
      FROM listing_update p JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = p.listing_id
      JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
      WHERE p.organization_id = ${organizationId}::uuid AND p.state <> 'sent'
        AND (p.state = 'failed' OR p.error_code IS NOT NULL) ${ofShop}
      ORDER BY p.state = 'failed' DESC, p.queued_at DESC LIMIT ${SHOWN}`
    const oversold = await db.$queryRaw<OversoldRow[]>`
      SELECT p.id AS "productId", p.sku::text AS sku, p.title, p.photo_file_id AS "photoFileId", -sum(v.on_hand - v.reserved)::bigint AS short
      FROM stock_level v
      JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = v.location_id AND l.kind = 'own'
      JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = v.product_id
      WHERE v.organization_id = ${organizationId}::uuid GROUP BY p.id, p.sku, p.title, p.photo_file_id
      HAVING sum(v.on_hand - v.reserved) < 0 ORDER BY 5 DESC, 2 LIMIT ${SHOWN}`
    const scope = scopeOf(role, 'platform.push')
    const shops = await db.shop.findMany({
      where: { organizationId, platform: 'shopee' },
      select: { id: true, name: true },
      orderBy: { name: 'asc' },
    })
    return {
      shop,
      shops,
      sync,
      listingUpdates,
      oversold,
      canRetry: scope !== 'none',
      canUpdateListings: scope === 'all',
    }
  })
}
