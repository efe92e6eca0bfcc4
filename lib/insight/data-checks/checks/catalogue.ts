import 'server-only'
import { pricesPath, readPriceFilters } from '@/lib/money/fees/price-filters'
import { listShopPricing } from '@/lib/money/fees/shop-pricing'
import { listZonePrices, listZoneRows, sumZoneRows } from '@/lib/money/fees/zone-queries'
import { Prisma } from '@/lib/generated/prisma/client'
import { mappingPath } from '@/lib/core/paths'
import { sqlCheck, type HealthCheck } from '../contract'

const productHref = (id: string) => `/dashboard/products/${id}`

export const productsWithoutCost = sqlCheck({
  name: 'productsWithoutCost',
  severity: 'warning',
  right: 'money.read',
  rowHref: productHref,
  href: '/dashboard/products?cost=missing',
  query: (organizationId, { today }) => Prisma.sql`
    SELECT p.id AS ref, p.sku AS label, jsonb_build_object('name', p.title) AS values FROM product p
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM product_cost c WHERE c.organization_id = ${organizationId}::uuid AND c.product_id = p.id AND c.from_day <= ${today}::date)
      AND kit_unit_cost(p.id, ${today}::date) IS NULL`,
})

/** The same but for case and spaces. */
export const duplicateSkus = sqlCheck({
  name: 'duplicateSkus',
  severity: 'warning',
  right: 'sales.read',
  rowHref: productHref,
  query: (organizationId) => Prisma.sql`
    SELECT id AS ref, sku AS label, jsonb_build_object('name', title) AS values FROM (
      SELECT id, sku::text AS sku, title, count(*) OVER (PARTITION BY lower(regexp_replace(sku::text, '[[:space:]]+', '', 'g'))) AS alike
      FROM product WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL) p WHERE alike > 1`,
})

export const listingsUnmapped = sqlCheck({
  name: 'listingsUnmapped',
  severity: 'warning',
  right: 'sales.read',
  href: mappingPath,
  rowHref: () => mappingPath,
  query: (organizationId) => Prisma.sql`
    SELECT l.id AS ref, concat_ws(' · ', l.title, l.variation) AS label, jsonb_build_object('name', s.name::text) AS values FROM listing l
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
    WHERE l.organization_id = ${organizationId}::uuid AND l.product_id IS NULL AND l.gone_at IS NULL`,
})

export const pricesInDeadZones: HealthCheck = {
  name: 'pricesInDeadZones',
  severity: 'notice',
  right: 'money.read',
  href: pricesPath,
  rowHref: () => pricesPath,
  find: async (db, organizationId, { today }, most) => {
    const prices = await listZonePrices(db, organizationId, await listShopPricing(db, organizationId, today))
    const { listings } = await sumZoneRows(db, organizationId, prices, readPriceFilters({}), today)
    const size = { today, size: most }
    const { rows } = await listZoneRows(db, organizationId, prices, readPriceFilters({}), size)
    return {
      count: Number(listings),
      rows: rows.map(({ id, itemId, sku, title, priceCents, better }) => ({
        ref: id,
        label: [sku ?? title, itemId].filter(Boolean).join(' · '),
        values: { cents: priceCents.toString(), loss: better.lossCents.toString() },
      })),
    }
  },
}
