import 'server-only'
import type { Db } from '@/lib/core/db'

/**
 * Products that are variations of one listing become a family: of these products, and of those that the same listings
 * are mapped to. A product with a family keeps it, and the others join. A listing without the platform's numbers is the
 * same one by its title.
 */
export const groupVariations = (db: Db, organizationId: string, products: readonly string[]): Promise<number> =>
  db.$executeRaw`
    WITH item AS (
      SELECT DISTINCT l.shop_id, coalesce(l.item_id, l.title) AS item FROM listing l
      WHERE l.organization_id = ${organizationId}::uuid AND l.product_id = ANY (${[...products]}::uuid[]) AND l.variation IS NOT NULL
    ), member AS (
      SELECT DISTINCT i.shop_id, i.item, p.id, p.family_id FROM item i
      JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.shop_id = i.shop_id AND coalesce(l.item_id, l.title) = i.item AND l.variation IS NOT NULL
      JOIN product p ON p.organization_id = l.organization_id AND p.id = l.product_id
    ), family AS (
      SELECT shop_id, item, coalesce(min(family_id::text), min(id::text)) AS id FROM member GROUP BY 1, 2 HAVING count(*) > 1
    ), joining AS (
      SELECT m.id, min(f.id)::uuid AS family FROM member m JOIN family f ON f.shop_id = m.shop_id AND f.item = m.item
      WHERE m.family_id IS NULL GROUP BY m.id
    )
    UPDATE product p SET family_id = j.family FROM joining j
    WHERE p.organization_id = ${organizationId}::uuid AND p.id = j.id`
