import 'server-only'
import type { Db } from '@/lib/core/db'
import { matchesWords } from '@/lib/core/text/match-words'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DeskNames } from '@/lib/money/prices/desk-rows'

const FOUND = 20

/** Listings of the shop with all these words, that the plan does not hold yet. */
export const findListings = (
  db: Db,
  organizationId: string,
  { q, shopId, without }: { q: string; shopId: string; without: readonly string[] },
): Promise<DeskNames[]> => {
  const words = Prisma.sql`search_text(l.title || ' ' || coalesce(l.variation, '') || ' ' || coalesce(l.sku::text, '') || ' ' || coalesce(p.sku::text, ''))`
  const conditions = [
    Prisma.sql`l.organization_id = ${organizationId}::uuid AND l.shop_id = ${shopId}::uuid AND l.gone_at IS NULL AND l.price_cents > 0`,
    Prisma.sql`l.id <> ALL (${[...without]}::uuid[])`,
    ...matchesWords(words, q),
  ]
  return db.$queryRaw<DeskNames[]>`
    SELECT l.id, l.item_id AS "itemId", l.title, l.variation, coalesce(p.sku, l.sku)::text AS sku, l.product_id AS "productId",
      p.photo_file_id AS "photoFileId"
    FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY l.title, l.id LIMIT ${FOUND}`
}
