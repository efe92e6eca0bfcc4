import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { windowsOf, type Window } from '@/lib/shopee/orders'
import { ESCROW_LIST, listEscrows, type Release } from '@/lib/shopee/payments'
import { withShopToken } from '../../shops/tokens'
import { storedJson } from '@/lib/core/stored-json'
import { numberedPages } from './numbered-pages'
import { syncOrders } from './sync-orders'
import type { SyncShop } from '../streams/sync-shop'

const WINDOW_DAYS = 15

/** Keeps what the platform paid out in a window, of which order and when, and brings the orders that are not here. Answers their codes. */
export async function takeReleases(shop: SyncShop, window: Window): Promise<string[]> {
  const releases = await listReleases(shop, window)
  await withOrganization(shop, async (db) => {
    const rows = releases.flatMap(({ orderSn: code, amountCents: amount, releasedAt: at }) =>
      amount === null || !at ? [] : [{ code, amount, at, source: 'api', key: '' }],
    )
    const [row] = await db.$queryRaw<[{ written: number }]>`
      SELECT write_releases(${shop.shopId}::uuid, ${storedJson(rows)}::jsonb) AS written`
    if (row.written > 0) await enqueueReconcile(db, shop.organizationId)
  })
  const codes = [...new Set(releases.map(({ orderSn }) => orderSn))]
  const known = await listKnown(shop, codes)
  await syncOrders(
    shop,
    codes.filter((code) => !known.has(code)),
  )
  return codes
}

/**
 * Payouts before the connection, newest first, back to where the shop's history begins, once its orders are here.
 * Answers whether all of it is; `mayGoOn` says whether there is time for another window.
 */
export async function readPastReleases(shop: SyncShop, mayGoOn: () => boolean): Promise<boolean> {
  const { organizationId, shopId } = shop
  const whereOf = (stream: 'orders' | 'escrow') => ({
    organizationId_shopId_stream: { organizationId, shopId, stream },
  })
  const states = await withOrganization(shop, async (db) => ({
    orders: await db.syncState.findUnique({
      where: whereOf('orders'),
      select: { historyFrom: true, historyReached: true, historyStartedAt: true },
    }),
    escrow: await db.syncState.findUniqueOrThrow({ where: whereOf('escrow'), select: { historyReached: true } }),
  }))
  const { historyFrom: from, historyReached, historyStartedAt } = states.orders ?? {}
  if (!from || !historyReached || historyReached > from) return true
  const to = states.escrow.historyReached ?? historyStartedAt ?? new Date()
  for (const window of windowsOf({ from, to }, WINDOW_DAYS)) {
    await takeReleases(shop, window)
    await withOrganization(shop, (db) =>
      db.syncState.update({
        where: whereOf('escrow'),
        data: { historyReached: window.from },
        select: { shopId: true },
      }),
    )
    if (!mayGoOn()) return window.from <= from
  }
  return true
}

async function listReleases(shop: SyncShop, window: Window): Promise<Release[]> {
  const releases: Release[] = []
  const pages = numberedPages(ESCROW_LIST, 1, (pageNo) =>
    withShopToken(shop, shop.shopId, (caller) => listEscrows(caller, window, pageNo)),
  )
  for await (const { read } of pages) releases.push(...read.map(({ data }) => data))
  return releases
}

async function listKnown(shop: SyncShop, codes: string[]): Promise<Set<string | null>> {
  const { organizationId, shopId } = shop
  const rows = await withOrganization(shop, (db) =>
    db.order.findMany({
      where: { organizationId, shopId, externalCode: { in: codes } },
      select: { externalCode: true },
    }),
  )
  return new Set(rows.map(({ externalCode }) => externalCode))
}
