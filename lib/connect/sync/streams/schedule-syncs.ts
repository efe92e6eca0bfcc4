import 'server-only'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { Prisma, type SyncState } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { isNamed } from './run-stream'
import { enqueueRetries, enqueueSync, type SyncTask } from './streams'

type Active = { organizationId: string; shopId: string }
type State = Pick<SyncState, 'stream' | 'lastGoodAt' | 'runningSince' | 'historyFrom' | 'historyReached'>

const MINUTE_MS = 60_000
/** A longer run was killed; its job comes back by itself, or here. */
const LONGEST_RUN_MS = 15 * MINUTE_MS

/** The platform names no later moment than a day ahead; what waits for one longer has been lost. */
const LONGEST_NAMED_MS = 25 * 60 * MINUTE_MS

const everyMs = {
  orders: 2 * MINUTE_MS,
  listings: 30 * MINUTE_MS,
  returns: 10 * MINUTE_MS,
  escrow: 60 * MINUTE_MS,
  wallet: 30 * MINUTE_MS,
  health: 12 * 60 * MINUTE_MS,
} as const
type Polled = keyof typeof everyMs
const tasks: Record<Polled, SyncTask> = {
  orders: 'sync-orders',
  listings: 'sync-listings',
  returns: 'sync-returns',
  escrow: 'sync-escrow',
  wallet: 'sync-wallet',
  health: 'sync-health',
}

const isPolled = (stream: string): stream is Polled => stream in everyMs

/** Up to a tenth of the interval earlier, by the shop's id: shops that were connected together do not stay together. */
const jitterMs = (shopId: string, intervalMs: number) => (parseInt(shopId.slice(-4), 16) / 0xffff) * 0.1 * intervalMs

export function isDue(shopId: string, state: State, now: Date): boolean {
  if (!isPolled(state.stream)) return false
  if (state.runningSince && now.getTime() - state.runningSince.getTime() < LONGEST_RUN_MS) return false
  const intervalMs = everyMs[state.stream]
  return !state.lastGoodAt || now.getTime() - state.lastGoodAt.getTime() >= intervalMs - jitterMs(shopId, intervalMs)
}

/** Every minute: what is due of each connected shop is queued. One company's trouble keeps nothing from the others. */
export async function scheduleSyncs(now = new Date()): Promise<void> {
  const shops = await callGlobal<Active>(
    Prisma.sql`SELECT organization_id AS "organizationId", shop_id AS "shopId" FROM list_active_shops()`,
  )
  for (const shop of shops)
    await withOrganization(shop, (db) => scheduleShop(db, shop, now)).catch((error: unknown) =>
      logger().error({ err: error, ...shop }, 'a shop could not be scheduled'),
    )
}

async function scheduleShop(db: Db, { organizationId, shopId }: Active, now: Date): Promise<void> {
  const { degradedSince } = await db.shop.findUniqueOrThrow({
    where: { organizationId_id: { organizationId, id: shopId } },
    select: { degradedSince: true },
  })
  const states = await db.syncState.findMany({
    where: { organizationId, shopId },
    select: {
      stream: true,
      lastGoodAt: true,
      runningSince: true,
      errorCode: true,
      historyFrom: true,
      historyReached: true,
    },
  })
  // A shop that was connected before its health and its wallet were followed.
  const orders = states.find(({ stream }) => stream === 'orders')
  if (orders && !states.some(({ stream }) => stream === 'health'))
    await db.syncState.createMany({ data: { organizationId, shopId, stream: 'health' }, skipDuplicates: true })
  if (orders && !states.some(({ stream }) => stream === 'wallet'))
    await db.syncState.createMany({
      data: { organizationId, shopId, stream: 'wallet', watermark: orders.historyFrom ?? now },
      skipDuplicates: true,
    })
  const mayWait = degradedSince !== null && now.getTime() - degradedSince.getTime() < LONGEST_NAMED_MS
  for (const state of states) {
    const { stream, historyFrom, historyReached } = state
    if (!isPolled(stream)) continue
    // While the platform is away the orders alone find out whether it is back, when it said or of themselves.
    if (degradedSince && (stream !== 'orders' || (mayWait && isNamed(state)))) continue
    if (isDue(shopId, state, now)) await enqueueSync(db, tasks[stream], shopId)
    if (stream === 'orders' && !degradedSince && historyFrom && historyReached && historyReached > historyFrom)
      await enqueueSync(db, 'sync-history', shopId)
  }
  const [due] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM sync_failure WHERE organization_id = ${organizationId}::uuid AND shop_id = ${shopId}::uuid AND state = 'waiting'
      AND next_at <= ${now}::timestamptz LIMIT 1`
  if (due && !degradedSince) await enqueueRetries(db, shopId)
}
