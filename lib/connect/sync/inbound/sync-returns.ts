import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { isTransient } from '@/lib/core/queue/is-transient'
import { logger } from '@/lib/core/logging/logger'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { isOfOne, ShopeeError } from '@/lib/shopee/errors'
import { windowsOf } from '@/lib/shopee/orders'
import type { ShopeeReturn } from '@/lib/shopee/reshape-return'
import { getReturnDetail, listReturns, RETURN_LIST, RETURN_WINDOW_DAYS } from '@/lib/shopee/returns'
import { withShopToken } from '../../shops/tokens'
import { noteFailure, resolveFailures } from '../streams/failures'
import { numberedPages } from './numbered-pages'
import { isOver, rowOf } from './return-row'
import { sendProofs } from '../acts/send-proofs'
import { storedJson } from '@/lib/core/stored-json'
import { syncOrders } from './sync-orders'
import { syncActor, type SyncShop } from '../streams/sync-shop'

const OVERLAP_MS = 10 * 60_000

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
    const pages = numberedPages(RETURN_LIST, 0, (pageNo) =>
      withShopToken(shop, shopId, (caller) => listReturns(caller, { updated: window, pageNo })),
    )
    for await (const page of pages) {
      if (page.unreadable.length > 0) await noteUnreadable(shop, page.unreadable)
      const returns: ShopeeReturn[] = []
      for (const { data } of page.read) returns.push(isOver(data) ? data : await inFull(shop, data))
      changed += await writeReturns(shop, returns)
    }
    await withOrganization(shop, (db) =>
      db.syncState.update({ where, data: { watermark: window.to }, select: { shopId: true } }),
    )
  }
  await sendProofs(shop)
  return changed
}

export async function syncReturns(shop: SyncShop, returnSns: readonly string[]): Promise<number> {
  const returns: ShopeeReturn[] = []
  for (const returnSn of new Set(returnSns)) {
    const { data } = await withShopToken(shop, shop.shopId, (caller) => getReturnDetail(caller, returnSn))
    returns.push(data)
  }
  return writeReturns(shop, returns)
}

/**
 * Only the detail has the state of the parcel and of the negotiation. A refusal for one return does not delay the
 * others.
 */
async function inFull(shop: SyncShop, listed: ShopeeReturn): Promise<ShopeeReturn> {
  try {
    return (await withShopToken(shop, shop.shopId, (caller) => getReturnDetail(caller, listed.returnSn))).data
  } catch (error) {
    if (!isOfOne(error)) throw error
    return listed
  }
}

/** A return may stand on a page twice: its newest word counts. */
const newestOf = (returns: ShopeeReturn[]): ShopeeReturn[] => {
  const byNumber = new Map<string, ShopeeReturn>()
  for (const one of returns) {
    const known = byNumber.get(one.returnSn)
    if (!known || known.updatedAt <= one.updatedAt) byNumber.set(one.returnSn, one)
  }
  return [...byNumber.values()]
}

const writeReturns = (shop: SyncShop, returns: ShopeeReturn[]) => writeEach(shop, newestOf(returns))

/** One that cannot be written is noted as a failure and does not keep the others out. */
async function writeEach(shop: SyncShop, returns: ShopeeReturn[]): Promise<number> {
  try {
    return await writeWithOrders(shop, returns)
  } catch (error) {
    if (isTransient(error) || error instanceof ShopeeError || error instanceof UserError) throw error
    const [first] = returns
    if (returns.length > 1) {
      const middle = Math.ceil(returns.length / 2)
      return (await writeEach(shop, returns.slice(0, middle))) + (await writeEach(shop, returns.slice(middle)))
    }
    logger().error({ err: error, shopId: shop.shopId }, 'a return could not be written')
    await withOrganization(shop, (db) =>
      noteFailure(db, shop, { shopId: shop.shopId, operation: 'return', subject: first!.returnSn, error }),
    )
    return 0
  }
}

/** A return of an order that is not here brings its order first. */
async function writeWithOrders(shop: SyncShop, returns: ShopeeReturn[]): Promise<number> {
  if (returns.length === 0) return 0
  const first = await writeRows(shop, returns)
  if (first.unknown.length === 0) return first.changed
  const homeless = returns.filter(({ returnSn }) => first.unknown.includes(returnSn))
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

async function writeRows(shop: SyncShop, returns: ShopeeReturn[]) {
  const { shopId } = shop
  return withOrganization(shop, async (db) => {
    // A return holds its order's row, which the writing of orders takes in another order: one after the other.
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${shopId}, 0))`
    const rows = returns.map((one) => rowOf(one))
    const [row] = await db.$queryRaw<[{ changed: number; unknown: string[] }]>`
      SELECT * FROM write_returns(${shopId}::uuid, ${storedJson(rows)}::jsonb)`
    const subjects = returns.map(({ returnSn }) => returnSn).filter((returnSn) => !row.unknown.includes(returnSn))
    await resolveFailures(db, shop, { shopId, operation: 'return', subjects })
    if (row.changed > 0) {
      await enqueueReconcile(db, shop.organizationId)
      const after = { changed: row.changed }
      await recordAudit(db, syncActor(shop.organizationId), { event: 'shop.returnsSynced', subjectId: shopId, after })
    }
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
