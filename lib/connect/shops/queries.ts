import 'server-only'
import type { Db } from '@/lib/core/db'

/** Newest last, as they were made. */
export async function listShops(db: Db, organizationId: string) {
  const shops = await db.shop.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      version: true,
      name: true,
      platform: true,
      market: true,
      externalShopId: true,
      status: true,
      connectedAt: true,
      connectedBy: true,
      grantEndsAt: true,
      lastSyncedAt: true,
      degradedSince: true,
      problem: true,
      safetyUnits: true,
      lastUnits: true,
      stockMaster: true,
      priceMaster: true,
      stockFrom: true,
      noAdsFrom: true,
      legalEntityId: true,
    },
  })
  const entities = await db.legalEntity.findMany({ where: { organizationId }, select: { id: true, name: true } })
  const names = new Map(entities.map(({ id, name }) => [id, name]))
  // Without a name for who reads the books of the entity before alone.
  return shops.map(({ legalEntityId: id, ...shop }) => ({ ...shop, legalEntity: { id, name: names.get(id) ?? '' } }))
}

/** Listings of each shop that no product stands behind, those that are gone left out. */
export async function countUnmapped(db: Db, organizationId: string): Promise<Map<string, number>> {
  const counts = await db.listing.groupBy({
    by: ['shopId'],
    where: { organizationId, productId: null, goneAt: null },
    _count: true,
  })
  return new Map(counts.map(({ shopId, _count }) => [shopId, _count]))
}

export const listOpenEntities = (db: Db, organizationId: string) =>
  db.legalEntity.findMany({
    where: { organizationId, archivedAt: null },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })
