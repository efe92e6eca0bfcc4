import 'server-only'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { asId } from '@/lib/core/keyset'
import { countListingUpdates, type ListingUpdateCounts } from '../sync/listing-updates/listing-update-queue'
import { masterKinds, type MasterKind } from './master-schema'

const SHOWN = 200

/** Units, or cents. */
export type MasterDifference = {
  listingId: string
  title: string
  variation: string | null
  sku: string | null
  there: string | null
  here: string
  hasPromotion: boolean
}
export type MasterPreview = {
  kind: MasterKind
  listings: number
  /** Left alone: nothing stands behind them. */
  unmapped: number
  /** Left alone: products that were never counted, or without a price. */
  uncounted: { count: number; skus: string[] }
  differences: number
  inPromotion: number
  thereTotal: string
  hereTotal: string
  rows: MasterDifference[]
}

/** The effect of setting a shop's stock or prices on its platform, before it is done. */
export async function previewMaster(scope: Scope, shopId: string, kind: unknown): Promise<MasterPreview> {
  const [id, known] = [asId(shopId), masterKinds.find((each) => each === kind) ?? 'stock']
  if (!id) throw new UserError('notFound')
  const { organizationId } = scope
  return withOrganization(scope, async (db) => {
    if (!(await db.shop.findFirst({ where: { organizationId, id }, select: { id: true } })))
      throw new UserError('notFound')
    const [counts] = await db.$queryRaw<[{ listings: number; unmapped: number }]>`
      SELECT count(*)::int AS listings, count(*) FILTER (WHERE product_id IS NULL)::int AS unmapped FROM listing
      WHERE organization_id = ${organizationId}::uuid AND shop_id = ${id}::uuid AND gone_at IS NULL`
    const wanted = known === 'stock' ? wantedStock(id) : wantedPrices(id)
    return {
      kind: known,
      ...counts,
      uncounted: await listLeftOut(db, organizationId, id, known),
      ...(await compare(db, organizationId, wanted)),
    }
  })
}

const wantedStock = (shopId: string) => Prisma.sql`
  SELECT listing_id, wanted::bigint AS wanted, there::bigint AS there FROM wanted_stock(${shopId}::uuid, NULL)`

const wantedPrices = (shopId: string) => Prisma.sql`
  SELECT listing_id, wanted, there FROM wanted_prices(${shopId}::uuid, NULL)`

async function compare(db: Db, organizationId: string, wanted: Prisma.Sql) {
  const [totals] = await db.$queryRaw<
    [{ differences: number; inPromotion: number; thereTotal: string; hereTotal: string }]
  >`
    SELECT count(*) FILTER (WHERE w.wanted IS DISTINCT FROM w.there)::int AS differences,
      count(*) FILTER (WHERE w.wanted IS DISTINCT FROM w.there AND l.has_promotion)::int AS "inPromotion",
      coalesce(sum(w.there), 0)::text AS "thereTotal", coalesce(sum(w.wanted), 0)::text AS "hereTotal"
    FROM (${wanted}) w JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = w.listing_id`
  const rows = await db.$queryRaw<MasterDifference[]>`
    SELECT l.id AS "listingId", l.title, l.variation, l.sku::text AS sku, w.there::text AS there, w.wanted::text AS here,
      l.has_promotion AS "hasPromotion"
    FROM (${wanted}) w JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = w.listing_id
    WHERE w.wanted IS DISTINCT FROM w.there
    ORDER BY abs(w.wanted - coalesce(w.there, 0)) DESC, l.title, l.id LIMIT ${SHOWN}`
  return { ...totals, rows }
}

/** Products of the shop's listings without an opening count, or without a price. */
async function listLeftOut(
  db: Db,
  organizationId: string,
  shopId: string,
  kind: MasterKind,
): Promise<MasterPreview['uncounted']> {
  const lacks =
    kind === 'stock'
      ? Prisma.sql`NOT EXISTS (SELECT 1 FROM available_units(ARRAY[p.id]) a WHERE a.counted)`
      : Prisma.sql`coalesce(p.price_cents, 0) = 0`
  const rows = await db.$queryRaw<{ sku: string }[]>`
    SELECT p.sku::text AS sku FROM product p WHERE p.organization_id = ${organizationId}::uuid AND p.id IN (
      SELECT l.product_id FROM listing l WHERE l.organization_id = ${organizationId}::uuid AND l.shop_id = ${shopId}::uuid
        AND l.product_id IS NOT NULL AND l.gone_at IS NULL) AND ${lacks} ORDER BY 1`
  return { count: rows.length, skus: rows.slice(0, 10).map(({ sku }) => sku) }
}

/** How far what was asked for has been taken. */
export async function getListingUpdateProgress(scope: Scope, shopId: string): Promise<ListingUpdateCounts> {
  const id = asId(shopId)
  if (!id) throw new UserError('notFound')
  return withOrganization(scope, async (db) => {
    const where = { organizationId: scope.organizationId, id }
    if (!(await db.shop.findFirst({ where, select: { id: true } }))) throw new UserError('notFound')
    return countListingUpdates(db, scope.organizationId, id)
  })
}
