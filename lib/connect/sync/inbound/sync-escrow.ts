import 'server-only'
import pLimit from 'p-limit'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { enqueueRuleCheck } from '@/lib/money/fees/confirm-rules'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import type { ShopeeEscrow } from '@/lib/shopee/reshape-payment'
import { windowsOf, type Window } from '@/lib/shopee/orders'
import { isOfOne } from '@/lib/shopee/errors'
import {
  ESCROWS_AT_ONCE,
  getEscrowDetail,
  getEscrowDetails,
  listWalletTransactions,
  WALLET_LIST,
} from '@/lib/shopee/payments'
import { withShopToken } from '../../shops/tokens'
import { escrowMoney, isIncomplete } from './escrow-lines'
import { noteFailure, resolveFailures } from '../streams/failures'
import { inLanes } from '@/lib/core/process/in-lanes'
import { storedJson } from '@/lib/core/stored-json'
import { numberedPages } from './numbered-pages'
import { readPastReleases, takeReleases } from './releases'
import { chunksOf } from './sync-orders'
import { syncActor, type SyncShop } from '../streams/sync-shop'
import { listUnsettled, markSettled, skipMoneyless, type Candidate } from './unsettled'

const LANES = 6
const OVERLAP_MS = 3_600_000
const WINDOW_DAYS = 15
const SLICE_MS = 60_000
const CANDIDATES = 2000

/**
 * Settles orders whose money is unknown, or older than the order's last change, newest first; and those whose money the
 * platform has released, or corrected after the payout, since the last time. Answers whether more are left for another
 * job.
 */
export async function syncEscrow(
  shop: SyncShop,
  { sliceMs = SLICE_MS, signal }: { sliceMs?: number; signal?: AbortSignal } = {},
): Promise<{ isDone: boolean; changed: number }> {
  const giveWayAt = Date.now() + sliceMs
  let changed = (await settleReleased(shop)) + (await settleAdjusted(shop))
  if (!(await readPastReleases(shop, () => Date.now() < giveWayAt && !signal?.aborted)))
    return { isDone: false, changed }
  await withOrganization(shop, (db) => skipMoneyless(db, shop))
  for (;;) {
    const candidates = await withOrganization(shop, (db) => listUnsettled(db, shop, CANDIDATES))
    changed += await settle(shop, candidates)
    if (candidates.length < CANDIDATES) {
      if (changed > 0) await withOrganization(shop, (db) => enqueueRuleCheck(db, shop.organizationId))
      return { isDone: true, changed }
    }
    if (Date.now() >= giveWayAt || signal?.aborted) return { isDone: false, changed }
  }
}

/** These orders alone, whatever was known of their money. */
const settleOrders = async (shop: SyncShop, orderSns: readonly string[]): Promise<number> =>
  settle(shop, await findCandidates(shop, orderSns))

/** One by one, with what was corrected after the payout: of that the answer for many says nothing. */
export async function settleSingly(shop: SyncShop, orderSns: readonly string[]): Promise<number> {
  let changed = 0
  for (const candidate of await findCandidates(shop, orderSns)) {
    const escrows: EscrowByOrder = new Map()
    const refused: Refused = new Map()
    try {
      const { data } = await withShopToken(shop, shop.shopId, (caller) => getEscrowDetail(caller, candidate.code))
      escrows.set(candidate.code, data)
    } catch (error) {
      if (!isOfOne(error)) throw error
      refused.set(candidate.code, error)
    }
    changed += await writeEscrow(shop, [candidate], { escrows, refused, adjusted: true })
  }
  return changed
}

function findCandidates(shop: SyncShop, orderSns: readonly string[]): Promise<Candidate[]> {
  const { organizationId } = shop
  return withOrganization(
    shop,
    (db) => db.$queryRaw<Candidate[]>`
      SELECT o.external_code AS code, s.as_of AS "asOf" FROM orders o
      JOIN order_source s ON s.organization_id = o.organization_id AND s.order_id = o.id AND s.source = 'api'
      WHERE o.organization_id = ${organizationId}::uuid AND o.shop_id = ${shop.shopId}::uuid AND o.external_code = ANY (${[...orderSns]}::text[])`,
  )
}

async function settleReleased(shop: SyncShop): Promise<number> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'escrow' as const } }
  const now = new Date()
  const { watermark } = await withOrganization(shop, (db) =>
    db.syncState.findUniqueOrThrow({ where, select: { watermark: true } }),
  )
  const from = new Date((watermark ?? now).getTime() - OVERLAP_MS)
  let changed = 0
  for (const window of windowsOf({ from, to: now }, WINDOW_DAYS).toReversed()) {
    const released = await takeReleases(shop, window)
    changed += await settleOrders(shop, released)
    await withOrganization(shop, (db) =>
      db.syncState.update({ where, data: { watermark: window.to }, select: { shopId: true } }),
    )
  }
  return changed
}

/** The corrections in the wallet's own ledger, from the beginning of the shop's history on: after it has been read. */
async function settleAdjusted(shop: SyncShop): Promise<number> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'escrow' as const } }
  const { orders, cursor } = await withOrganization(shop, async (db) => ({
    orders: await db.syncState.findUnique({
      where: { organizationId_shopId_stream: { organizationId, shopId, stream: 'orders' } },
      select: { historyFrom: true, historyReached: true },
    }),
    cursor: (await db.syncState.findUniqueOrThrow({ where, select: { cursor: true } })).cursor,
  }))
  if (!orders?.historyFrom || !orders.historyReached || orders.historyReached > orders.historyFrom) return 0
  const from = cursor ? new Date(Date.parse(cursor) - OVERLAP_MS) : orders.historyFrom
  let changed = 0
  for (const window of windowsOf({ from, to: new Date() }, WINDOW_DAYS).toReversed()) {
    changed += await settleSingly(shop, await listAdjusted(shop, window))
    const reached = window.to.toISOString()
    await withOrganization(shop, (db) =>
      db.syncState.update({ where, data: { cursor: reached }, select: { shopId: true } }),
    )
  }
  return changed
}

async function listAdjusted(shop: SyncShop, window: Window): Promise<string[]> {
  const codes = new Set<string>()
  const pages = numberedPages(WALLET_LIST, 0, (pageNo) =>
    withShopToken(shop, shop.shopId, (caller) =>
      listWalletTransactions(caller, window, { pageNo, tab: 'wallet_adjustment_filter' }),
    ),
  )
  for await (const { read } of pages) for (const { data } of read) if (data.orderSn) codes.add(data.orderSn)
  return [...codes]
}

async function settle(shop: SyncShop, candidates: Candidate[]): Promise<number> {
  const oneAtATime = pLimit(1)
  let changed = 0
  async function* batches() {
    yield* chunksOf(candidates, ESCROWS_AT_ONCE)
  }
  await inLanes(LANES, batches(), async (batch) => {
    const codes = batch.map(({ code }) => code)
    const answer = await withShopToken(shop, shop.shopId, (caller) => getEscrowDetails(caller, codes))
    const escrows = new Map(answer.read.map(({ data }) => [data.orderSn, data]))
    const refused = new Map(answer.failed.map(({ orderSn }) => [orderSn, 'notFound']))
    changed += await oneAtATime(() => writeEscrow(shop, batch, { escrows, refused, adjusted: false }))
  })
  return changed
}

type EscrowByOrder = Map<string, ShopeeEscrow>
/** Why the platform gave no settlement of an order. */
type Refused = Map<string | null, unknown>

/** adjusted: corrections after the payout were asked for as well; else those that are known stand. */
type Answered = { escrows: EscrowByOrder; refused: Refused; adjusted: boolean }

async function writeEscrow(shop: SyncShop, batch: Candidate[], { escrows, refused, adjusted }: Answered) {
  const { organizationId, shopId } = shop
  const rows = batch.flatMap(({ code, asOf }) => {
    const escrow = escrows.get(code)
    return escrow && !isIncomplete(escrow) ? [{ code, asOf, adjusted, ...escrowMoney(escrow) }] : []
  })
  const settled = new Set(rows.map(({ code }) => code))
  return withOrganization(shop, async (db) => {
    const [row] = await db.$queryRaw<[{ changed: number; kept: number }]>`
      SELECT * FROM write_escrow(${shopId}::uuid, ${storedJson(rows)}::jsonb)`
    for (const { code: subject } of batch)
      if (!settled.has(subject)) {
        const error = refused.get(subject) ?? 'unexpectedShape'
        await noteFailure(db, shop, { shopId, operation: 'escrow', subject, error })
      }
    await markSettled(db, shop, rows)
    const codes = rows.map(({ code }) => code)
    await resolveFailures(db, shop, { shopId, operation: 'escrow', subjects: codes })
    if (row.changed > 0) {
      await enqueueReconcile(db, organizationId)
      await recordAudit(db, syncActor(organizationId), { event: 'shop.moneySynced', subjectId: shopId, after: row })
    }
    return row.changed
  })
}
