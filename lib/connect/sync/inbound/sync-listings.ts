import 'server-only'
import pLimit from 'p-limit'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Db } from '@/lib/core/db'
import { logger } from '@/lib/core/logging/logger'
import type { ShopeeItem } from '@/lib/shopee/reshape-product'
import { isRecord } from '@/lib/shopee/envelope'
import { isOfOne, ShopeeError } from '@/lib/shopee/errors'
import { getItemBaseInfo, getModelList, ITEMS_AT_ONCE, listItems, MODELS } from '@/lib/shopee/products'
import { withShopToken } from '../../shops/tokens'
import { isTransient } from '@/lib/core/queue/is-transient'
import { noteFailure, resolveFailures } from '../streams/failures'
import { inLanes } from '@/lib/core/process/in-lanes'
import { listingRows, type ListingRow } from './listing-rows'
import { storedJson } from '@/lib/core/stored-json'
import { chunksOf } from './sync-orders'
import { syncActor, type SyncShop } from '../streams/sync-shop'

const LANES = 4
const OVERLAP_MS = 10 * 60_000
const SWEEP_EVERY_MS = 24 * 3_600_000

/** Changes since the watermark; once a day the whole list, to find deleted ones. */
export async function pollListings(shop: SyncShop, now = new Date()): Promise<number> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'listings' as const } }
  const state = await withOrganization(shop, (db) =>
    db.syncState.findUniqueOrThrow({ where, select: { watermark: true, cursor: true } }),
  )
  const sweptAt = state.cursor ? Date.parse(state.cursor) : 0
  const isSweep = !state.watermark || now.getTime() - sweptAt >= SWEEP_EVERY_MS
  const since = state.watermark ? new Date(state.watermark.getTime() - OVERLAP_MS) : null
  const { items, isWhole, pages } = await readList(
    shop,
    isSweep || !since ? {} : { updatedFrom: since, updatedTo: now },
  )
  const all = [...items.keys()]
  const changedIds = new Set(
    all.filter((itemId) => {
      const updatedAt = items.get(itemId)
      return !since || !updatedAt || updatedAt >= since
    }),
  )
  if (isSweep) for (const itemId of await listUnknown(shop, all)) changedIds.add(itemId)
  const changed = await syncItems(shop, [...changedIds])
  // From a list of several pages that moved while it was read an item may be missing that is still there.
  const listed = isSweep && isWhole ? [...all, ...(pages > 1 ? await readAgain(shop) : [])] : null
  await withOrganization(shop, async (db) => {
    if (listed) await recordListings(db, shop, { created: 0, updated: 0, gone: await markGone(db, shop, listed) })
    const cursor = isSweep ? now.toISOString() : state.cursor
    await db.syncState.update({ where, data: { watermark: now, cursor }, select: { shopId: true } })
  })
  return changed
}

type ListedItems = { items: Map<string, Date | null>; isWhole: boolean; pages: number }

/** The list's items and when each changed. Whole is one that has as many as the platform counts. */
async function readList(shop: SyncShop, range: { updatedFrom?: Date; updatedTo?: Date }): Promise<ListedItems> {
  const items = new Map<string, Date | null>()
  let total: number | null = null
  let pages = 0
  for (let offset: number | null = 0; offset !== null;) {
    const at: number = offset
    const page = await withShopToken(shop, shop.shopId, (caller) => listItems(caller, { offset: at, ...range }))
    for (const { itemId, updatedAt } of page.data) items.set(itemId, updatedAt)
    total = page.totalCount
    pages += 1
    offset = page.nextOffset
  }
  return { items, isWhole: total !== null && items.size >= total, pages }
}

const readAgain = async (shop: SyncShop): Promise<string[]> => [...(await readList(shop, {})).items.keys()]

/** Listed there and not here, or held here for gone. */
async function listUnknown(shop: SyncShop, itemIds: string[]): Promise<string[]> {
  const rows = await withOrganization(
    shop,
    (db) => db.$queryRaw<{ itemId: string }[]>`
      SELECT i AS "itemId" FROM unnest(${itemIds}::text[]) i WHERE NOT EXISTS (
        SELECT 1 FROM listing l WHERE l.organization_id = ${shop.organizationId}::uuid AND l.shop_id = ${shop.shopId}::uuid AND l.item_id = i
          AND l.gone_at IS NULL AND l.synced_at IS NOT NULL)`,
  )
  return rows.map(({ itemId }) => itemId)
}

const markGone = (db: Db, { organizationId, shopId }: SyncShop, listed: string[]) =>
  db.$executeRaw`
    UPDATE listing SET gone_at = now() WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND gone_at IS NULL
      AND item_id IS NOT NULL AND NOT item_id = ANY (${listed}::text[])`

/** Items that could not be read, and why. */
type OddItems = Map<string, unknown>
type Counts = { created: number; updated: number; gone: number }
/** Answers how many listings changed. */
async function recordListings(db: Db, { organizationId, shopId }: SyncShop, counts: Counts): Promise<number> {
  const changed = counts.created + counts.updated + counts.gone
  const event = 'shop.listingsSynced'
  if (changed > 0) await recordAudit(db, syncActor(organizationId), { event, subjectId: shopId, after: counts })
  return changed
}

/** Reads these items again with their variations, and writes them as they are now. Answers how many listings changed; `onRead` receives what the platform said. */
export async function syncItems(
  shop: SyncShop,
  itemIds: readonly string[],
  onRead: (rows: readonly ListingRow[]) => void = () => {},
): Promise<number> {
  const oneAtATime = pLimit(1)
  let changed = 0
  async function* batches() {
    yield* chunksOf([...new Set(itemIds)], ITEMS_AT_ONCE)
  }
  await inLanes(LANES, batches(), async (ids) => {
    const { read, unreadable } = await withShopToken(shop, shop.shopId, (caller) => getItemBaseInfo(caller, ids))
    const rows: ListingRow[] = []
    const odd: OddItems = new Map(
      unreadable.map(({ raw }) => [isRecord(raw) ? String(raw.item_id) : '', 'unexpectedShape']),
    )
    for (const { data: item } of read)
      try {
        rows.push(...(await rowsOf(shop, item)))
      } catch (error) {
        if (!isOfOne(error)) throw error
        odd.set(item.itemId, error)
      }
    onRead(rows)
    changed += await oneAtATime(() => writeListings(shop, ids, rows, odd))
  })
  return changed
}

/** Refused where a variation cannot be read: an item is written whole, since what is not among its variations is gone. */
async function rowsOf(shop: SyncShop, item: ShopeeItem): Promise<ListingRow[]> {
  if (!item.hasModels) return listingRows(item, [])
  const { read, unreadable } = await withShopToken(shop, shop.shopId, (caller) => getModelList(caller, item.itemId))
  if (unreadable.length > 0) throw new ShopeeError('unexpectedShape', MODELS, { text: unreadable[0]!.problem })
  return listingRows(
    item,
    read.map(({ data }) => data),
  )
}

/** A listing that the platform no longer knows is found by the daily sweep. */
async function writeListings(shop: SyncShop, ids: string[], rows: ListingRow[], odd: OddItems): Promise<number> {
  const { shopId } = shop
  try {
    return await withOrganization(shop, async (db) => {
      const [row] = await db.$queryRaw<[Counts]>`
        SELECT * FROM write_listings(${shopId}::uuid, ${storedJson(rows)}::jsonb, NULL)`
      for (const [subject, error] of odd) await noteFailure(db, shop, { shopId, operation: 'listing', subject, error })
      const subjects = ids.filter((id) => !odd.has(id))
      await resolveFailures(db, shop, { shopId, operation: 'listing', subjects })
      return recordListings(db, shop, row)
    })
  } catch (error) {
    if (isTransient(error)) throw error
    logger().error({ err: error, shopId }, 'listings could not be written')
    await withOrganization(shop, async (db) => {
      for (const subject of ids) await noteFailure(db, shop, { shopId, operation: 'listing', subject, error })
    })
    return 0
  }
}
