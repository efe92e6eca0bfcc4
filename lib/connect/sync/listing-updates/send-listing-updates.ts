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
import { centsShown, readItems } from './read-items'
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
/** Why a variation was not set, in our code and the platform's words; by its id. */
type Missed = Map<string, { code: string; reason: string | null }>
/** `away`: the shop cannot be written to now; `halve`: refused as a whole, for what may be wrong with one of them. */
type Outcome = Missed | 'away' | 'halve'
type Sending = { scope: Scope; shopId: string; kind: ListingUpdateKind }

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
      if (!(await sendItem({ scope, shopId, kind }, due, counts))) return counts
    }
  return counts
}

/** False where the shop cannot be written to now. A refusal of several variations at once is halved until each has its own. */
async function sendItem(sending: Sending, due: Due[], counts: { sent: number; refused: number }): Promise<boolean> {
  const outcome = await sendUpdates(sending, due)
  if (outcome === 'away') return false
  if (outcome === 'halve') {
    const middle = Math.ceil(due.length / 2)
    return (
      (await sendItem(sending, due.slice(0, middle), counts)) && (await sendItem(sending, due.slice(middle), counts))
    )
  }
  const { scope, shopId, kind } = sending
  await withOrganization(scope, async (db) => {
    await settle(db, scope, kind, due, outcome)
    await refetchOrders(db, { organizationId: scope.organizationId, shopId })
  })
  const refused = due.filter(({ modelId }) => outcome.has(modelId)).length
  counts.refused += refused
  counts.sent += due.length - refused
  return true
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

async function sendUpdates({ scope, shopId, kind }: Sending, due: Due[]): Promise<Outcome> {
  const { itemId } = due[0]!
  try {
    const { refused, unnamed } = await withShopToken(scope, shopId, async (shop) => {
      if (kind === 'stock') {
        const updates = due.map(({ modelId, wanted }) => ({ modelId, quantity: Number(wanted) }))
        return (await updateStock(shop, itemId, updates)).data
      }
      const updates = due.map(({ modelId, wanted }) => ({ modelId, priceCents: wanted }))
      return (await updatePrice(shop, itemId, updates)).data
    })
    const missed: Missed = new Map(refused.map(({ modelId, reason }) => [modelId, { code: 'businessRefused', reason }]))
    for (const modelId of await listUnset({ scope, shopId, kind }, due, unnamed))
      missed.set(modelId, { code: 'outcomeUnknown', reason: null })
    return missed
  } catch (error) {
    if (error instanceof UserError && (error.code === 'shopNotConnected' || error.code === 'shopGrantExpired')) {
      await withOrganization(scope, (db) => delay(db, scope, due, kind, AWAY_SECONDS, null))
      return 'away'
    }
    if (!(error instanceof ShopeeError)) throw error
    if (error.remedy === 'waitAndRetry' || error.remedy === 'waitUntil' || error.remedy === 'checkFirst') {
      await postpone(scope, shopId, kind, due, error)
      return 'away'
    }
    const ids = due.map(({ modelId }) => modelId)
    // The platform has done something: it answers so that we cannot read what.
    if (error.kind === 'unexpectedShape') {
      const unset = await listUnset({ scope, shopId, kind }, due, ids)
      return new Map(unset.map((id) => [id, { code: 'outcomeUnknown', reason: null }]))
    }
    // Once: a later attempt sends those that were refused by themselves.
    const isFirst = due.some(({ attempts }) => attempts === 0)
    if (due.length > 1 && isFirst && (error.kind === 'businessRefused' || error.kind === 'invalidInput')) return 'halve'
    const { code, text, platformError } = describeFailure(error)
    return new Map(ids.map((id) => [id, { code, reason: text ?? platformError }]))
  }
}

/** Those of these variations that the platform does not show as they were sent. */
async function listUnset({ scope, shopId, kind }: Sending, due: Due[], modelIds: string[]): Promise<string[]> {
  if (modelIds.length === 0) return []
  const shown = new Map<string, bigint | null>()
  for (const row of await readItems(scope, shopId, [due[0]!.itemId]))
    shown.set(row.model, kind === 'price' ? centsShown(row) : row.stock === null ? null : BigInt(row.stock))
  const wanted = new Map(due.map((one) => [one.modelId, one.wanted]))
  return modelIds.filter((id) => shown.get(id) !== wanted.get(id))
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
async function settle(db: Db, { organizationId }: Scope, kind: ListingUpdateKind, due: Due[], missed: Missed) {
  const rows = due.map(({ listingId, modelId, wanted, attempts }) => ({
    listing: listingId,
    wanted: wanted.toString(),
    code: missed.get(modelId)?.code ?? null,
    reason: missed.get(modelId)?.reason?.slice(0, 500) || null,
    wait: retryAfterSeconds(attempts + 1),
  }))
  const given = JSON.stringify(rows)
  await db.$executeRaw`
    UPDATE listing l SET platform_stock = CASE WHEN ${kind} = 'stock' THEN x.wanted::int ELSE l.platform_stock END,
      original_cents = CASE WHEN ${kind} = 'price' THEN x.wanted ELSE l.original_cents END,
      price_cents = CASE WHEN ${kind} = 'price' AND NOT l.has_promotion THEN x.wanted ELSE l.price_cents END
    FROM jsonb_to_recordset(${given}::jsonb) AS x(listing uuid, wanted bigint, code text)
    WHERE l.organization_id = ${organizationId}::uuid AND l.id = x.listing AND x.code IS NULL`
  await db.$executeRaw`
    UPDATE listing_update p SET state = CASE WHEN x.code IS NULL THEN 'sent' WHEN p.attempts + 1 >= ${ATTEMPTS} THEN 'failed' ELSE 'waiting' END::"ListingUpdateState",
      attempts = p.attempts + 1, sent_at = CASE WHEN x.code IS NULL THEN now() END,
      error_code = x.code, platform_text = x.reason,
      next_at = CASE WHEN x.code IS NOT NULL AND p.attempts + 1 < ${ATTEMPTS} THEN now() + make_interval(secs => x.wait) END
    FROM jsonb_to_recordset(${given}::jsonb) AS x(listing uuid, wanted bigint, code text, reason text, wait int)
    WHERE p.organization_id = ${organizationId}::uuid AND p.listing_id = x.listing AND p.kind = ${kind}::"ListingUpdateKind" AND p.wanted = x.wanted
      AND p.state = 'waiting'`
  const valueOf = (value: bigint | null) => (kind === 'stock' ? { units: value } : { priceCents: value })
  await recordAudits(
    db,
    syncActor(organizationId),
    due
      .filter(({ modelId }) => !missed.has(modelId))
      .map(({ listingId, shown, wanted }) => ({
        event: 'listing.pushed' as const,
        subjectId: listingId,
        before: valueOf(shown),
        after: valueOf(wanted),
      })),
  )
}
