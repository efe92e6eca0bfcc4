import 'server-only'
import type { Db } from '@/lib/core/db'
import type { MissListing } from './shelf-miss-schema'

/** A listing of a missing product, with what only the reader of the platform needs. */
export type StoppedListing = MissListing & { productId: string; shopId: string; itemId: string | null }

/** The listings that sell these products, alone or in a kit, from the own shelf; what is gone from the platform sells nothing. */
export const listListingsOf = (
  db: Db,
  organizationId: string,
  productIds: readonly string[],
): Promise<StoppedListing[]> =>
  db.$queryRaw<StoppedListing[]>`
    WITH sold AS (
      SELECT u AS product_id, u AS part_id FROM unnest(${[...productIds]}::uuid[]) u
      UNION SELECT k.kit_id, k.component_id FROM kit_component k
        WHERE k.organization_id = ${organizationId}::uuid AND k.component_id = ANY (${[...productIds]}::uuid[])
    )
    SELECT x.part_id AS "productId", l.id, l.shop_id AS "shopId", l.item_id AS "itemId", l.title, l.variation, s.name::text AS "shopName",
      s.stock_master = 'mascate' AS "isOurs", l.platform_stock AS shown,
      coalesce(l.platform_stock <= 0, false) AND coalesce(p.state = 'sent', true) AS "isStopped",
      coalesce(l.platform_stock BETWEEN 1 AND l.promotion_units, false) AND coalesce(p.state = 'sent', true) AS "isPromoted",
      p.state::text AS state, coalesce(p.platform_text, p.error_code) AS problem
    FROM sold x JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.product_id = x.product_id
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
    LEFT JOIN listing_update p ON p.organization_id = ${organizationId}::uuid AND p.listing_id = l.id AND p.kind = 'stock'
    WHERE l.gone_at IS NULL AND l.synced_at IS NOT NULL AND NOT l.fulfilled_by_platform
      AND coalesce(l.status, '') NOT IN ('BANNED', 'SELLER_DELETE', 'SHOPEE_DELETE')
    ORDER BY s.name, l.title, l.id`
