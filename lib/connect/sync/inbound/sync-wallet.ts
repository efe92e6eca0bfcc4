import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { matchWithdrawals } from '@/lib/money/bank/match-withdrawals'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { plainDecimal } from '@/lib/core/money'
import { storedJson } from '@/lib/core/stored-json'
import { enqueueReconcile } from '@/lib/money/reconciliation/mark'
import { windowsOf, type Window } from '@/lib/shopee/orders'
import { logger } from '@/lib/core/logging/logger'
import { listWalletTransactions, WALLET_LIST } from '@/lib/shopee/payments'
import type { ShopeeWalletTransaction } from '@/lib/shopee/reshape-payment'
import { withShopToken } from '../../shops/tokens'
import { correctionKinds, kindOfType, typeName } from '@/lib/money/wallet/kinds'
import { makeNumbering, minuteOf, type Movement, type NumberedMovement } from '@/lib/money/wallet/number-movements'
import { asFailed, isFailed, sortFailed, UnfinishedMovements } from '@/lib/money/wallet/unfinished-movements'
import { walletRows, writeWallet } from '@/lib/money/wallet/write-wallet'
import { numberedPages } from './numbered-pages'
import { settleSingly } from './sync-escrow'
import { chunksOf } from './sync-orders'
import { noteFailure } from '../streams/failures'
import { syncActor, type SyncShop } from '../streams/sync-shop'

const WINDOW_DAYS = 15
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Movements may be listed late, and change their status for some days. */
const OVERLAP_MS = DAY_MS
const SLICE_MS = 60_000
const WRITE_ROWS = 1000
const READ_ROUNDS = 5
/** Corrections that are new are asked for at once; where they are many the settling of all orders has its turn. */
const SETTLED_AT_ONCE = 50
const REPORTED_LATE_MS = 3_600_000
const corrections: readonly string[] = correctionKinds

/**
 * Follows the wallet from its watermark on, at first from the beginning of the shop's history, in windows of whole minutes. A window
 * counts when all of it is written. Answers whether more is left for another job.
 */
export async function syncWallet(
  shop: SyncShop,
  { sliceMs = SLICE_MS, signal, now = new Date() }: { sliceMs?: number; signal?: AbortSignal; now?: Date } = {},
): Promise<{ isDone: boolean; changed: number }> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'wallet' as const } }
  const { watermark } = await withOrganization(shop, (db) =>
    db.syncState.findUniqueOrThrow({ where, select: { watermark: true } }),
  )
  const giveWayAt = Date.now() + sliceMs
  const from = new Date((watermark ?? now).getTime() - OVERLAP_MS)
  let changed = 0
  for (const window of wholeMinutes(from, now)) {
    if (changed > 0 && (Date.now() >= giveWayAt || signal?.aborted)) return { isDone: false, changed }
    const entries = await readWindow(shop, window)
    await noteIncomplete(shop, entries)
    const movements = numbered(entries)
    const { written, failed } = partedBy(movements)
    changed += (await clearFailed(shop, failed)) + (await write(shop, [...written, ...shownAsFailed(failed)]))
    await withOrganization(shop, (db) =>
      db.syncState.update({ where, data: { watermark: window.to }, select: { shopId: true } }),
    )
  }
  return { isDone: true, changed }
}

/**
 * Oldest first. Movements of one minute are counted together, so no window ends within a minute but the last; and the platform counts
 * both ends of a window in.
 */
function wholeMinutes(from: Date, now: Date): Window[] {
  const end = new Date(minuteOf(now).getTime() + MINUTE_MS)
  return windowsOf({ from: minuteOf(from), to: end }, WINDOW_DAYS)
    .map(({ from: begin, to }) => ({ from: begin, to: new Date(Math.min(to.getTime() - 1000, now.getTime())) }))
    .toReversed()
}

type WalletEntry = ShopeeWalletTransaction

/** The list has no cursor, newest first: new entries while it is read move the others on, and it is read again. */
async function readWindow(shop: SyncShop, window: Window): Promise<WalletEntry[]> {
  for (let round = 1; ; round += 1) {
    const pages: WalletPage[] = []
    for await (const page of numberedPages(WALLET_LIST, 0, (pageNo) => readPage(shop, window, pageNo))) pages.push(page)
    const entries = pages.flatMap(({ read }) => read.map(({ data }) => data))
    if (pages.length === 1 || round === READ_ROUNDS) return entries
    if (rawOf(await readPage(shop, window, 0)) === rawOf(pages[0]!)) return entries
  }
}

type WalletPage = Awaited<ReturnType<typeof listWalletTransactions>>

const rawOf = ({ read }: WalletPage) => JSON.stringify(read.map(({ raw }) => raw))

async function readPage(shop: SyncShop, window: Window, pageNo: number): Promise<WalletPage> {
  const page = await withShopToken(shop, shop.shopId, (caller) => listWalletTransactions(caller, window, { pageNo }))
  const unreadable = page.unreadable.length
  if (unreadable > 0)
    logger().error({ shopId: shop.shopId, unreadable, problem: page.unreadable[0]!.problem }, 'a wallet page is odd')
  return page
}

const isComplete = ({ at, amountCents }: WalletEntry): boolean => at !== null && amountCents !== null

/** A movement without a moment or an amount stands in no ledger; it is said to the seller, under all that the platform says of it. */
async function noteIncomplete(shop: SyncShop, entries: readonly WalletEntry[]): Promise<void> {
  const incomplete = entries.filter((one) => !isComplete(one))
  if (incomplete.length === 0) return
  await withOrganization(shop, async (db) => {
    for (const { at, amountCents, type, orderSn, refundSn, withdrawalId, reason } of incomplete) {
      const said = [
        at && localDay(at, shop.timeZone),
        amountCents !== null && plainDecimal(amountCents),
        orderSn ?? refundSn ?? withdrawalId,
      ]
      const subject = [typeName(type ?? ''), ...said].filter(Boolean).join(' · ')
      const failure = { shopId: shop.shopId, operation: 'wallet' as const, subject, error: 'movementIncomplete' }
      await noteFailure(db, shop, { ...failure, isFinal: true, ...(reason && { text: reason }) })
    }
  })
}

/** Oldest first. An entry without a moment or an amount is noted, and is no movement. */
function numbered(entries: WalletEntry[]): NumberedMovement[] {
  const number = makeNumbering()
  return entries.toReversed().flatMap((one) => {
    const movement = movementOf(one)
    return movement ? [number(movement)] : []
  })
}

function movementOf(entry: WalletEntry): Movement | null {
  if (!entry.at || entry.amountCents === null) return null
  const type = entry.type ?? ''
  return {
    at: entry.at,
    amountCents: entry.amountCents,
    balanceCents: entry.balanceCents,
    kind: kindOfType(type),
    type: typeName(type),
    status: entry.status,
    orderCode: entry.orderSn,
    refundNumber: entry.refundSn,
    withdrawalId: entry.withdrawalId === '0' ? null : entry.withdrawalId,
    feeCents: entry.feeCents ?? 0n,
    reason: entry.reason,
    description: describe(entry),
    source: 'api',
  }
}

/** A movement that the platform calls failed has moved nothing, unless the balance says otherwise. */
function partedBy(movements: readonly NumberedMovement[]) {
  const waiting = new UnfinishedMovements<NumberedMovement>(isFailed)
  const written = movements.filter((one) => !waiting.take(one, one))
  const { moved, left } = waiting.end()
  return { written: [...written, ...moved.map(({ row }) => row)], failed: left.map(({ row }) => row) }
}

/** As the ledger lists them: without money, numbered among those of their minute. */
function shownAsFailed(failed: readonly NumberedMovement[]): NumberedMovement[] {
  const number = makeNumbering()
  return sortFailed(failed.map((movement) => ({ movement }))).map(({ movement }) => number(asFailed(movement)))
}

/**
 * Removes the entries made while it was running, and has its order looked at again. Answers how many rows were removed.
 */
async function clearFailed(shop: SyncShop, failed: readonly NumberedMovement[]): Promise<number> {
  if (failed.length === 0) return 0
  const { organizationId, shopId } = shop
  const rows = storedJson(
    failed.map(({ minute, amountCents, balanceCents, nth }) => ({ minute, amountCents, balanceCents, nth })),
  )
  return withOrganization(shop, async (db) => {
    const [{ gone }] = await db.$queryRaw<[{ gone: number }]>`
      WITH gone AS (
        DELETE FROM wallet_transaction t USING jsonb_to_recordset(${rows}::jsonb) AS r("minute" timestamptz, "amountCents" bigint, "balanceCents" bigint, "nth" integer)
        WHERE t.organization_id = ${organizationId}::uuid AND t.shop_id = ${shopId}::uuid AND t.minute = r."minute" AND t.amount_cents = r."amountCents"
          AND t.balance_cents IS NOT DISTINCT FROM r."balanceCents" AND t.nth = r."nth"
        RETURNING t.external_code AS code),
      due AS (
        INSERT INTO reconcile_due (organization_id, shop_id, external_code)
        SELECT DISTINCT ${organizationId}::uuid, ${shopId}::uuid, g.code FROM gone g WHERE g.code IS NOT NULL ORDER BY 3 ON CONFLICT DO NOTHING)
      SELECT count(*)::int AS gone FROM gone`
    if (gone > 0) {
      const after = { created: 0, updated: gone, kept: 0 }
      await recordAudit(db, syncActor(organizationId), { event: 'shop.moneySynced', subjectId: shopId, after })
      await enqueueReconcile(db, organizationId)
    }
    return gone
  })
}

/** "Adjustment by Shopee" says nothing: the title says what it is. */
function describe({ title, description }: WalletEntry): string | null {
  if (!title || description?.includes(title)) return description
  return description ? `${title}: ${description}` : title
}

async function write(shop: SyncShop, movements: NumberedMovement[]): Promise<number> {
  const { organizationId, shopId } = shop
  let changed = 0
  for (const chunk of chunksOf(movements, WRITE_ROWS)) {
    const written = await withOrganization(shop, async (db) => {
      const row = await writeWallet(db, shopId, walletRows(chunk, shop.timeZone))
      if (row.created + row.updated > 0) {
        await recordAudit(db, syncActor(organizationId), { event: 'shop.moneySynced', subjectId: shopId, after: row })
        await enqueueReconcile(db, organizationId)
      }
      if (row.created > 0 && chunk.some(({ kind }) => kind === 'withdrawal')) await matchWithdrawals(db, organizationId)
      return row
    })
    changed += written.created + written.updated
    if (written.created > 0) await settleCorrected(shop, chunk)
  }
  return changed
}

/** An order whose payout was corrected is asked about again at once. Those of the history have their turn with all its corrections. */
async function settleCorrected(shop: SyncShop, movements: NumberedMovement[]): Promise<void> {
  const { organizationId, shopId } = shop
  const where = { organizationId_shopId_stream: { organizationId, shopId, stream: 'escrow' as const } }
  const state = await withOrganization(shop, (db) => db.syncState.findUnique({ where, select: { cursor: true } }))
  if (!state?.cursor) return
  const since = new Date(Date.parse(state.cursor) - REPORTED_LATE_MS)
  const codes = movements.flatMap(({ kind, at, orderCode }) =>
    orderCode && at > since && corrections.includes(kind) ? [orderCode] : [],
  )
  const fresh = [...new Set(codes)]
  if (fresh.length <= SETTLED_AT_ONCE) await settleSingly(shop, fresh)
}
