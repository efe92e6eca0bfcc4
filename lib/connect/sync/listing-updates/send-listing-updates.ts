import 'server-only'
import { recordAudits } from '@/lib/core/audit/record'
import { UserError } from '@/lib/core/errors'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { ShopeeError } from '@/lib/shopee/errors'
import { MODELS_AT_ONCE, updatePrice, updateStock } from '@/lib/shopee/product-updates'
import { withShopToken } from '../../shops/tokens'
import { ATTEMPTS, describeFailure, retryAfterSeconds } from '../streams/failures'
import { enqueueSending, isNotHeld } from './plan-listing-updates'
import { refetchOrders } from '../streams/run-stream'
import { syncActor } from '../streams/sync-shop'

export type ListingUpdateKind = 'stock' | 'price'
type Due = {
  listingId: string
  itemId: string
  modelId: string
  shown: bigint | null
  wanted: bigint
  attempts: number
  /** Seconds since it was wished. */
  waited: number
}
type Refused = { modelId: string; reason: string }
type Outcome = { refused: Refused[]; errorCode: string }

/**
 * The platform as a whole is unavailable: the stream of orders reports as soon as it is back (releaseListingUpdates), so no
 * call is made meanwhile; a running one would wait for its own timeout.
 */
const AWAY_SECONDS = 600
/**
 * Where its orders can be read meanwhile, its return is not reported by any stream. A long failure is retried less
 * often.
 */
const [SOON_SECONDS, LATER_SECONDS, LATER_BY] = [3, 60, 20]

/** Sends all that is due of a shop, one item at a time, for as long as we set its stock or prices. Answers how much was taken. */
export async function sendListingUpdates(scope: Scope, shopId: string): Promise<{ sent: number; refused: number }> {
  const counts = { sent: 0, refused: 0 }
  for (const kind of ['stock', 'price'] as const)
    for (;;) {
      const due = await takeNext(scope, shopId, kind)
      if (due.length === 0) break
      const outcome = await sendUpdates(scope, shopId, kind, due)
      if (!outcome) return counts
      await withOrganization(scope, async (db) => {
        await settle(db, scope, kind, due, outcome)
        await refetchOrders(db, { organizationId: scope.organizationId, shopId })
      })
      counts.refused += outcome.refused.length
      counts.sent += due.length - outcome.refused.length
    }
  return counts
}

/**
 * Takes the item that has waited longest, with as many variations as fit into a call. Nothing while another system is
 * master. The listings are looked up one after the other, so that one turn does not read all that wait.
 */
async function takeNext(scope: Scope, shopId: string, kind: ListingUpdateKind): Promise<Due[]> {
  const { organizationId } = scope
  const isDue = Prisma.sql`p.organization_id = ${organizationId}::uuid AND p.kind = ${kind}::"ListingUpdateKind" AND p.state = 'waiting'
    AND (p.next_at IS NULL OR p.next_at <= now())`
  return withOrganization(
    scope,
    (db) => db.$queryRaw<Due[]>`
      WITH turn AS (
        SELECT l.item_id FROM listing_update p
        CROSS JOIN LATERAL (
          SELECT l.item_id FROM listing l WHERE l.organization_id = ${organizationId}::uuid AND l.id = p.listing_id
            AND l.shop_id = ${shopId}::uuid AND l.item_id IS NOT NULL LIMIT 1) l
        WHERE ${isDue} AND EXISTS (
          SELECT 1 FROM shop s WHERE s.organization_id = ${organizationId}::uuid AND s.id = ${shopId}::uuid AND s.status = 'active'
            AND CASE ${kind}::text WHEN 'stock' THEN s.stock_master ELSE s.price_master END = 'mascate' AND ${isNotHeld})
        ORDER BY p.queued_at, p.listing_id LIMIT 1
      )
      SELECT l.id AS "listingId", l.item_id AS "itemId", coalesce(l.model_id, '0') AS "modelId",
        CASE WHEN p.kind = 'stock' THEN l.platform_stock::bigint ELSE l.original_cents END AS shown, p.wanted, p.attempts,
        extract(epoch FROM now() - p.queued_at)::int AS waited FROM turn t
      JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.shop_id = ${shopId}::uuid AND l.item_id = t.item_id
      JOIN listing_update p ON p.listing_id = l.id AND ${isDue}
      ORDER BY coalesce(l.model_id, '0') LIMIT ${MODELS_AT_ONCE}`,
  )
}

/** Null where the shop cannot be written to now; what was due waits. */
async function sendUpdates(scope: Scope, shopId: string, kind: ListingUpdateKind, due: Due[]): Promise<Outcome | null> {
  const { itemId } = due[0]!
  try {
    const refused = await withShopToken(scope, shopId, async (shop): Promise<Refused[]> => {
      if (kind === 'stock') {
        const updates = due.map(({ modelId, wanted }) => ({ modelId, quantity: Number(wanted) }))
        return (await updateStock(shop, itemId, updates)).data.refused
      }
      const updates = due.map(({ modelId, wanted }) => ({ modelId, priceCents: wanted }))
      return (await updatePrice(shop, itemId, updates)).data.refused
    })
    return { refused, errorCode: 'businessRefused' }
  } catch (error) {
    if (error instanceof UserError && (error.code === 'shopNotConnected' || error.code === 'shopGrantExpired')) {
      await withOrganization(scope, (db) => delay(db, scope, due, kind, AWAY_SECONDS, null))
      return null
    }
    if (!(error instanceof ShopeeError)) throw error
    if (error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil' || error.remedy === 'checkFirst') {
      await postpone(scope, shopId, kind, due, error)
      return null
    }
    const { code, text, platformError } = describeFailure(error)
    return { refused: due.map(({ modelId }) => ({ modelId, reason: text ?? platformError ?? '' })), errorCode: code }
  }
}

/** The moment that the platform named, in seconds from now; 0 where it named none. */
const secondsNamed = ({ retryAt, retryAfterMs = 0 }: ShopeeError) =>
  Math.ceil(Math.max(retryAfterMs, retryAt ? retryAt.getTime() - Date.now() : 0) / 1000)

/**
 * Under the shop's lock, as markHealthy has it: who releases what waits either sees this, or is seen. A moment that the platform named
 * is kept to whatever else it answers meanwhile, as the code of the error says; and for the whole shop, or what else waits would be sent
 * into the same limit.
 */
const postpone = (scope: Scope, shopId: string, kind: ListingUpdateKind, due: Due[], error: ShopeeError) =>
  withOrganization(scope, async (db) => {
    const named = secondsNamed(error)
    const isNamed = named > SOON_SECONDS
    // Before the weaker lock below: two that hold that one and want this one would wait for each other.
    if (isNamed) await holdShop(db, scope, shopId, named)
    const [shop] = await db.$queryRaw<{ isAway: boolean }[]>`
      SELECT degraded_since IS NOT NULL AS "isAway" FROM shop
      WHERE organization_id = ${scope.organizationId}::uuid AND id = ${shopId}::uuid FOR SHARE`
    const waited = Math.min(...due.map((one) => one.waited)) / LATER_BY
    // No call was made: a process that does not know yet that the platform is back tries as soon as it may.
    const soon = error.kind === 'circuitOpen' ? named : Math.min(Math.max(SOON_SECONDS, waited), LATER_SECONDS)
    const ours = shop?.isAway ? AWAY_SECONDS : soon
    const seconds = Math.ceil(isNamed ? named : ours)
    await delay(db, scope, due, kind, seconds, isNamed ? describeFailure(error).code : null)
    await enqueueSending(db, shopId, seconds)
  })

const holdShop = (db: Db, { organizationId }: Scope, shopId: string, seconds: number) =>
  db.$executeRaw`
    UPDATE shop SET updates_held_until = greatest(updates_held_until, now() + make_interval(secs => ${seconds}))
    WHERE organization_id = ${organizationId}::uuid AND id = ${shopId}::uuid`

const delay = (db: Db, scope: Scope, due: Due[], kind: ListingUpdateKind, seconds: number, code: string | null) =>
  db.$executeRaw`
    UPDATE listing_update SET next_at = now() + make_interval(secs => ${seconds}), error_code = ${code}
    WHERE organization_id = ${scope.organizationId}::uuid AND kind = ${kind}::"ListingUpdateKind" AND state = 'waiting'
      AND listing_id = ANY (${due.map(({ listingId }) => listingId)}::uuid[])`

/** A wish that changed while this one was under way still waits. */
async function settle(
  db: Db,
  { organizationId }: Scope,
  kind: ListingUpdateKind,
  due: Due[],
  { refused, errorCode }: Outcome,
) {
  const reasons = new Map(refused.map(({ modelId, reason }) => [modelId, reason]))
  const rows = due.map(({ listingId, modelId, wanted, attempts }) => ({
    listing: listingId,
    wanted: wanted.toString(),
    reason: reasons.get(modelId)?.slice(0, 500) ?? null,
    wait: retryAfterSeconds(attempts + 1),
  }))
  const given = JSON.stringify(rows)
  await db.$executeRaw`
    UPDATE listing l SET platform_stock = CASE WHEN ${kind} = 'stock' THEN x.wanted::int ELSE l.platform_stock END,
      original_cents = CASE WHEN ${kind} = 'price' THEN x.wanted ELSE l.original_cents END,
      price_cents = CASE WHEN ${kind} = 'price' AND NOT l.has_promotion THEN x.wanted ELSE l.price_cents END
    FROM jsonb_to_recordset(${given}::jsonb) AS x(listing uuid, wanted bigint, reason text)
    WHERE l.organization_id = ${organizationId}::uuid AND l.id = x.listing AND x.reason IS NULL`
  await db.$executeRaw`
    UPDATE listing_update p SET state = CASE WHEN x.reason IS NULL THEN 'sent' WHEN p.attempts + 1 >= ${ATTEMPTS} THEN 'failed' ELSE 'waiting' END::"ListingUpdateState",
      attempts = p.attempts + 1, sent_at = CASE WHEN x.reason IS NULL THEN now() END,
      error_code = CASE WHEN x.reason IS NULL THEN NULL ELSE ${errorCode} END, platform_text = x.reason,
      next_at = CASE WHEN x.reason IS NOT NULL AND p.attempts + 1 < ${ATTEMPTS} THEN now() + make_interval(secs => x.wait) END
    FROM jsonb_to_recordset(${given}::jsonb) AS x(listing uuid, wanted bigint, reason text, wait int)
    WHERE p.organization_id = ${organizationId}::uuid AND p.listing_id = x.listing AND p.kind = ${kind}::"ListingUpdateKind" AND p.wanted = x.wanted
      AND p.state = 'waiting'`
  const valueOf = (value: bigint | null) => (kind === 'stock' ? { units: value } : { priceCents: value })
  await recordAudits(
    db,
    syncActor(organizationId),
    due
      .filter(({ modelId }) => !reasons.has(modelId))
      .map(({ listingId, shown, wanted }) => ({
        event: 'listing.pushed' as const,
        subjectId: listingId,
        before: valueOf(shown),
        after: valueOf(wanted),
      })),
  )
}
