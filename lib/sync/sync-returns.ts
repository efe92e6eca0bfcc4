import 'server-only'
import { withOrganization } from '../db'
import type { ReturnKind, ReturnState } from '../generated/prisma/enums'
import { windowsOf } from '../shopee/orders'
import type { ShopeeReturn } from '../shopee/reshape-return'
import { getReturnDetail, listReturns, RETURN_WINDOW_DAYS } from '../shopee/returns'
import { withShopToken } from '../shops/tokens'
import { noteFailure, resolveFailures } from './failures'
import { storedJson } from './stored-json'
import { syncOrders } from './sync-orders'
import type { SyncShop } from './sync-shop'

const OVERLAP_MS = 10 * 60_000

const states: Record<string, ReturnState> = {
  REQUESTED: 'open',
  ACCEPTED: 'accepted',
  PROCESSING: 'accepted',
  JUDGING: 'disputed',
  SELLER_DISPUTE: 'disputed',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
}

/** Refused at the door, so that the carrier brings it back. */
const RETURN_ON_THE_SPOT = 2

const kindOf = ({ solution, needsLogistics, requestType }: ShopeeReturn): ReturnKind =>
  requestType === RETURN_ON_THE_SPOT
    ? 'failed_delivery'
    : solution === 'RETURN_REFUND' || (solution === null && needsLogistics)
      ? 'with_return'
      : 'refund_only'

/** A parcel that was handed over comes back; until then what was accepted is only that. */
function stateOf(told: ShopeeReturn): ReturnState {
  const state = states[told.status] ?? 'open'
  return state === 'accepted' && kindOf(told) !== 'refund_only' && told.trackingNumber ? 'incoming' : state
}

const rowOf = (told: ShopeeReturn) => ({
  number: told.returnSn,
  code: told.orderSn,
  kind: kindOf(told),
  state: stateOf(told),
  platformStatus: told.status,
  reason: told.reassessedReason ?? told.reason,
  text: told.reasonText,
  images: told.images,
  refund: told.refundCents ?? 0n,
  due: told.sellerDueAt ?? told.dueAt,
  tracking: told.trackingNumber,
  openedAt: told.createdAt,
  platformAt: told.updatedAt,
  items: told.items.map((item) => ({
    item: item.itemId,
    model: item.modelId,
    s: item.sku,
    t: item.name,
    v: null,
    q: Math.max(1, item.quantity),
    refund: item.refundCents ?? 0n,
  })),
})

/** Follows what changed since the watermark, oldest first. */
export async function pollReturns(shop: SyncShop, now = new Date()): Promise<number> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'returns' as const } }
  const { watermark } = await withOrganization(shop, (db) =>
    db.syncState.findUniqueOrThrow({ where, select: { watermark: true } }),
  )
  const from = new Date((watermark ?? now).getTime() - OVERLAP_MS)
  let changed = 0
  for (const window of windowsOf({ from, to: now }, RETURN_WINDOW_DAYS).toReversed()) {
    for (let pageNo = 0, hasMore = true; hasMore; pageNo += 1) {
      const page = await withShopToken(shop, shopId, (caller) => listReturns(caller, { updated: window, pageNo }))
      if (page.unreadable.length > 0) await noteUnreadable(shop, page.unreadable)
      changed += await writeReturns(
        shop,
        page.read.map(({ data }) => data),
      )
      hasMore = page.hasMore
    }
    await withOrganization(shop, (db) =>
      db.syncState.update({ where, data: { watermark: window.to }, select: { shopId: true } }),
    )
  }
  return changed
}

export async function syncReturns(shop: SyncShop, returnSns: readonly string[]): Promise<number> {
  const told: ShopeeReturn[] = []
  for (const returnSn of new Set(returnSns)) {
    const { data } = await withShopToken(shop, shop.shopId, (caller) => getReturnDetail(caller, returnSn))
    told.push(data)
  }
  return writeReturns(shop, told)
}

/** A return of an order that is not here brings its order first. */
async function writeReturns(shop: SyncShop, told: ShopeeReturn[]): Promise<number> {
  if (told.length === 0) return 0
  const first = await writeRows(shop, told)
  if (first.unknown.length === 0) return first.changed
  const homeless = told.filter(({ returnSn }) => first.unknown.includes(returnSn))
  await syncOrders(
    shop,
    homeless.map(({ orderSn }) => orderSn),
  )
  const second = await writeRows(shop, homeless)
  if (second.unknown.length > 0)
    await withOrganization(shop, async (db) => {
      for (const subject of second.unknown)
        await noteFailure(db, shop, { shopId: shop.shopId, operation: 'return', subject, error: 'orderUnknown' })
    })
  return first.changed + second.changed
}

async function writeRows(shop: SyncShop, told: ShopeeReturn[]) {
  const { shopId } = shop
  return withOrganization(shop, async (db) => {
    // A return holds its order's row, which the writing of orders takes in another order: one after the other.
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${shopId}, 0))`
    const [row] = await db.$queryRaw<[{ changed: number; unknown: string[] }]>`
      SELECT * FROM write_returns(${shopId}::uuid, ${storedJson(told.map(rowOf))}::jsonb)`
    const subjects = told.map(({ returnSn }) => returnSn).filter((returnSn) => !row.unknown.includes(returnSn))
    await resolveFailures(db, shop, { shopId, operation: 'return', subjects })
    return row
  })
}

async function noteUnreadable(shop: SyncShop, unreadable: { raw: unknown }[]): Promise<void> {
  await withOrganization(shop, async (db) => {
    for (const { raw } of unreadable) {
      const subject = String((raw as { return_sn?: unknown } | null)?.return_sn ?? '').slice(0, 40)
      await noteFailure(db, shop, { shopId: shop.shopId, operation: 'return', subject, error: 'unexpectedShape' })
    }
  })
}
