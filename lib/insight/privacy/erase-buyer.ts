import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { purgeSearches } from '../exports/purge-searches'
import { likePattern } from '@/lib/core/keyset'
import { unmasked } from '@/lib/sales/orders/unmasked'
import { limitConcurrency, limitConcurrencyByKey } from '@/lib/core/process/concurrency'
import { findBuyer, listBuyerOrders, type BuyerOrder } from './buyer-orders'
import type { EraseBuyerInput } from './schema'
import type { ErasedBuyer, StillNamed } from './still-named'

const ERASING_TIMEOUT_MS = 120_000
/** A batch of orders may take so long to be written. */
const WRITER_TIMEOUT_MS = 60_000
const NAMED_IN_AN_ERROR = 5

/**
 * An erasure searches all texts of others, and holds one of this process's few connections meanwhile: one of each
 * company at a time, and two in all. Few requests come at once, so the queues are short.
 */
const limitedByCompany = limitConcurrencyByKey({ atOnce: 1, waiting: 3 })
const limited = limitConcurrency({ atOnce: 2, waiting: 10 })

/**
 * Erases one buyer at once, as they may request (LGPD, art. 18): the data that the nightly job would erase from their
 * orders after its terms, and their names elsewhere. They stay erased when these orders are reported again
 * (erase_buyer). Refused as long as an order of theirs needs them. A repeated request erases later texts, as in a
 * return that was opened later, and else finds nothing to do.
 */
export const eraseBuyer = (actor: Actor, input: EraseBuyerInput): Promise<ErasedBuyer> =>
  limitedByCompany(actor.organizationId, () => limited(() => eraseNow(actor, input)))

const eraseNow = (actor: Actor, { orderId, onlyThis }: EraseBuyerInput): Promise<ErasedBuyer> =>
  writeOnce(
    actor,
    async (db) => {
      const { organizationId } = actor
      await db.$queryRaw`
        SELECT set_config('statement_timeout', ${String(ERASING_TIMEOUT_MS)}, true), set_config('lock_timeout', ${String(WRITER_TIMEOUT_MS)}, true)`
      const held = await holdBuyer(db, organizationId, orderId)
      const known = await listOrders(db, organizationId, orderId, onlyThis)
      await holdOrders(
        db,
        organizationId,
        known.map(({ id }) => id),
      )
      // The buyer was reported meanwhile: other orders of theirs may come, which this transaction has not locked.
      if ((await readKey(db, organizationId, orderId)) !== held) throw new UserError('unavailable')
      const orders = await listOrders(db, organizationId, orderId, onlyThis)
      if (orders.length === 0) throw new UserError('notFound')
      const left = orders.filter((order) => order.left)
      const needed = left.filter(({ why }) => why).map(({ code }) => code)
      if (needed.length > 0)
        throw new UserError('buyerStillNeeded', { values: { orders: needed.slice(0, NAMED_IN_AN_ERROR).join(', ') } })
      if (left.length === 0) return { orders: 0 }
      const ids = left.map(({ id }) => id)
      await eraseWaiting(db, organizationId, orderId)
      const stillNamed = await eraseEverywhere(db, actor, ids)
      await recordAudit(db, actor, { event: 'buyer.erased', subjectId: orderId, after: { orders: ids.length } })
      return stillNamed ? { orders: ids.length, stillNamed } : { orders: ids.length }
    },
    { timeoutMs: ERASING_TIMEOUT_MS },
  )

/**
 * Locked before their orders, as a writer of one does (await_erasure): an order that is reported meanwhile waits, and
 * is erased as it comes.
 */
async function holdBuyer(db: Db, organizationId: string, orderId: string): Promise<string | null> {
  const [held] = await db.$queryRaw<{ key: string }[]>`
    SELECT encode(buyer_key, 'hex') AS key, pg_advisory_xact_lock(buyer_lock(organization_id, buyer_key))::text AS lock FROM orders
    WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid AND buyer_key IS NOT NULL`
  return held?.key ?? null
}

/** Without the lock, for which a holder of an order's lock may not wait. */
async function readKey(db: Db, organizationId: string, orderId: string): Promise<string | null> {
  const buyer = await findBuyer(db, organizationId, orderId)
  return buyer?.key ? Buffer.from(buyer.key).toString('hex') : null
}

async function listOrders(db: Db, organizationId: string, orderId: string, onlyThis: boolean): Promise<BuyerOrder[]> {
  const buyer = await findBuyer(db, organizationId, orderId, onlyThis)
  return buyer ? listBuyerOrders(db, organizationId, buyer) : []
}

const holdOrders = (db: Db, organizationId: string, ids: readonly string[]) =>
  db.$queryRaw`SELECT 1 AS held FROM orders WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`

/**
 * A sheet that waits to be confirmed also loses the buyers of unknown orders, as a later one waits without them
 * (refuse_erased_row).
 */
const eraseWaiting = (db: Db, organizationId: string, orderId: string) =>
  db.$executeRaw`
    UPDATE import_row r SET payload = r.payload || '{"buyer": null}' FROM orders o
    WHERE o.organization_id = ${organizationId}::uuid AND o.id = ${orderId}::uuid AND r.organization_id = ${organizationId}::uuid
      AND r.payload->>'buyerKey' = encode(o.buyer_key, 'hex') AND jsonb_typeof(r.payload->'buyer') = 'object'
      AND r.payload->>'status' NOT IN ('pending', 'confirmed', 'processing') AND (r.payload->>'placedAt')::timestamptz <= now()`

async function eraseEverywhere(db: Db, { organizationId, userId }: Actor, ids: string[]): Promise<StillNamed | null> {
  const { names, chosen, usernames } = await listNames(db, organizationId, ids)
  // In a record a quote stands behind a sign of its own: whatever is there is looked at more closely.
  const likes = names.map((name) => likePattern(name).replaceAll(/["\\]+/g, '%'))
  const [row] = await db.$queryRaw<[{ stillNamed: StillNamed | null }]>`
    SELECT erase_buyer(${ids}::uuid[], ARRAY(SELECT search_text(p) FROM unnest(${likes}::text[]) p),
      ARRAY(SELECT whole_words(ARRAY[n]) FROM unnest(${names}::text[]) n), ${chosen}::boolean[],
      keyed_usernames(${usernames}::text[]), ${userId}::uuid) AS "stillNamed"`
  // Search texts of lists are stored encoded, and may be half a name.
  await purgeSearches(db, organizationId, new Date())
  return row.stillNamed
}

/** A username that is no word. */
const UNLIKE_WORDS = /[0-9._-]/
const FEWEST_CHARS = 6
const SOME_WORDS = /\S \S/

/**
 * Texts that identify this buyer: not a first name, nor the start of a number. A username that is a word identifies
 * them only where it stands as a username, and the name of an own sale nowhere else: it may be another person's. Their
 * own choices (names, usernames, addresses) may be common words, which erase_buyer detects.
 */
async function listNames(db: Db, organizationId: string, ids: readonly string[]) {
  const buyers = await db.orderBuyer.findMany({
    where: { organizationId, orderId: { in: [...ids] } },
    distinct: ['username', 'document', 'phone', 'address', 'name'],
    select: { username: true, document: true, phone: true, address: true, name: true },
  })
  const chosenWords = new Map<string | null, boolean>()
  for (const { username, name, address } of buyers) {
    for (const words of [name, address]) if (words && SOME_WORDS.test(words)) chosenWords.set(words, true)
    if (username && UNLIKE_WORDS.test(username)) chosenWords.set(username, true)
  }
  for (const { document, phone } of buyers) for (const number of [document, phone]) chosenWords.set(number, false)
  // A build of before kept what the marketplace hides, which is many people's.
  const names = [...chosenWords.keys()]
    .flatMap((name) => unmasked(name) ?? [])
    .filter((name) => name.length >= FEWEST_CHARS)
  const usernames = [...new Set(buyers.flatMap(({ username }) => unmasked(username) ?? []))]
  return { names, chosen: names.map((name) => chosenWords.get(name)!), usernames }
}
