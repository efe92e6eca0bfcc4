import 'server-only'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { isOpen, readLines, type PriceLine } from '@/lib/money/prices/change-lines'
import { enqueueChange, getChange } from '@/lib/money/prices/change-record'
import { ShopeeError } from '@/lib/shopee/errors'
import { enqueueSending } from './plan-listing-updates'
import { syncItems } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

/** Between two looks at what was sent: a tenth of the time since the attempt began, within these seconds. */
const AGAIN_SECONDS = { least: 3, most: 300 }
/** After a day what still waits is left to the shop's own queue. */
const GIVEN_UP_MS = 24 * 3_600_000

type Target = {
  id: string
  shopId: string
  itemId: string
  modelId: string
  cents: bigint | null
  isWritable: boolean
}
type Update = {
  listingId: string
  wanted: bigint
  state: string
  attempts: number
  errorCode: string | null
  text: string | null
}

/**
 * Gives the lines of a change to the sending of listing updates, once; then reads back what was sent, until every line has
 * come to an end. Each step is stored with what it did, so that a killed worker goes on and sends nothing twice.
 */
export async function changePrices(scope: Scope, changeId: string): Promise<void> {
  const queued = await withOrganization(scope, (db) => queueLines(db, scope, changeId))
  if (!queued) return
  const arrived = await withOrganization(scope, (db) => settleUpdates(db, scope, changeId))
  const read = await readBack(scope, arrived)
  await withOrganization(scope, async (db) => {
    const change = await lockChange(db, scope, changeId)
    if (!change) return
    const lines = change.lines.map((line): PriceLine => {
      const there = read.get(line.listingId)
      if (line.state !== 'sent' || there === undefined) return line
      const isThere = there === BigInt(line.wantedCents)
      return { ...line, state: isThere ? 'done' : 'differs', thereCents: isThere ? null : Number(there) }
    })
    const age = Date.now() - change.begunAt.getTime()
    const isEnded = !lines.some(isOpen) || age > GIVEN_UP_MS
    if (isEnded || isOther(lines, change.lines)) await storeLines(db, scope, changeId, lines, isEnded)
    const seconds = Math.round(age / 10_000)
    if (!isEnded)
      await enqueueChange(db, changeId, Math.min(AGAIN_SECONDS.most, Math.max(AGAIN_SECONDS.least, seconds)))
  })
}

/** A line that stays as it is is the same object. */
const isOther = (lines: readonly PriceLine[], before: readonly PriceLine[]) =>
  lines.some((line, at) => line !== before[at])

const numberOf = (cents: bigint | null) => (cents === null ? null : Number(cents))

async function lockChange(db: Db, { organizationId }: Scope, id: string) {
  await db.$queryRaw`
    SELECT 1 FROM price_change WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const change = await getChange(db, organizationId, id)
  return change && change.state !== 'done' ? change : null
}

async function storeLines(db: Db, { organizationId }: Scope, id: string, lines: PriceLine[], isEnded: boolean) {
  await db.priceChange.update({
    where: { organizationId_id: { organizationId, id } },
    data: { lines: readLines(lines), state: isEnded ? 'done' : 'running', finishedAt: isEnded ? new Date() : null },
    select: { id: true },
  })
}

async function listTargets(db: Db, { organizationId }: Scope, ids: readonly string[]): Promise<Map<string, Target>> {
  const rows = await db.$queryRaw<Target[]>`
    SELECT l.id, l.shop_id AS "shopId", l.item_id AS "itemId", coalesce(l.model_id, '0') AS "modelId", coalesce(l.original_cents, l.price_cents) AS cents,
      s.status = 'active' AND s.price_master = 'mascate' AND w.id IS NOT NULL AS "isWritable"
    FROM listing l JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
    LEFT JOIN LATERAL (SELECT p.id FROM updatable_listings(l.shop_id) p WHERE p.id = l.id) w ON true
    WHERE l.organization_id = ${organizationId}::uuid AND l.id = ANY (${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** False where the change has ended. */
async function queueLines(db: Db, scope: Scope, changeId: string): Promise<boolean> {
  const change = await lockChange(db, scope, changeId)
  if (!change) return false
  const waiting = change.lines.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return true
  const targets = await listTargets(
    db,
    scope,
    waiting.map(({ listingId }) => listingId),
  )
  const shops = new Set<string>()
  const queued: { listing: string; wanted: number }[] = []
  const lines = change.lines.map((line): PriceLine => {
    if (line.state !== 'waiting') return line
    const target = targets.get(line.listingId)
    if (!target?.isWritable) return { ...line, state: 'closed' }
    if (target.cents !== BigInt(line.beforeCents) && target.cents !== BigInt(line.wantedCents))
      return { ...line, state: 'moved', thereCents: numberOf(target.cents) }
    shops.add(target.shopId)
    queued.push({ listing: line.listingId, wanted: line.wantedCents })
    return { ...line, state: 'sent' }
  })
  await db.$executeRaw`
    INSERT INTO listing_update (organization_id, listing_id, kind, wanted)
    SELECT ${scope.organizationId}::uuid, x.listing, 'price', x.wanted
    FROM jsonb_to_recordset(${JSON.stringify(queued)}::jsonb) AS x(listing uuid, wanted bigint) ORDER BY x.listing
    ON CONFLICT (organization_id, listing_id, kind) DO UPDATE SET wanted = excluded.wanted, state = 'waiting', attempts = 0, error_code = NULL,
      platform_text = NULL, queued_at = now(), sent_at = NULL, next_at = NULL`
  for (const shopId of shops) await enqueueSending(db, shopId)
  await storeLines(db, scope, changeId, lines, false)
  return true
}

/**
 * The outcomes of the updates. A price that the platform refused ends there: sent again by itself it might come into force when
 * it is expected no more. Answers the listings whose price the platform took.
 */
async function settleUpdates(db: Db, scope: Scope, changeId: string): Promise<string[]> {
  const { organizationId } = scope
  const change = await lockChange(db, scope, changeId)
  if (!change) return []
  const sent = change.lines.filter(({ state }) => state === 'sent').map(({ listingId }) => listingId)
  const updates = await db.$queryRaw<Update[]>`
    SELECT listing_id AS "listingId", wanted, state::text AS state, attempts, error_code AS "errorCode", platform_text AS text
    FROM listing_update WHERE organization_id = ${organizationId}::uuid AND kind = 'price' AND listing_id = ANY (${sent}::uuid[])`
  const byListing = new Map(updates.map((update) => [update.listingId, update]))
  const [refused, arrived]: [string[], string[]] = [[], []]
  const lines = change.lines.map((line): PriceLine => {
    const update = byListing.get(line.listingId)
    if (line.state !== 'sent' || !update) return line
    if (update.wanted !== BigInt(line.wantedCents)) return { ...line, state: 'replaced' }
    if (update.state === 'sent') arrived.push(line.listingId)
    if (update.state === 'sent' || update.attempts === 0 || update.errorCode === null) return line
    refused.push(line.listingId)
    return { ...line, state: 'refused', text: update.text }
  })
  if (refused.length > 0)
    await db.$executeRaw`
      UPDATE listing_update SET state = 'failed', next_at = NULL
      WHERE organization_id = ${organizationId}::uuid AND kind = 'price' AND listing_id = ANY (${refused}::uuid[])`
  if (isOther(lines, change.lines)) await storeLines(db, scope, changeId, lines, false)
  return arrived
}

/** The prices that the platform shows, by listing; without those that cannot be read now. */
async function readBack(scope: Scope, ids: readonly string[]): Promise<Map<string, bigint>> {
  const there = new Map<string, bigint>()
  if (ids.length === 0) return there
  const targets = [...(await withOrganization(scope, (db) => listTargets(db, scope, ids))).values()]
  for (const shopId of new Set(targets.map((target) => target.shopId))) {
    const own = new Map(
      targets.flatMap(({ id, itemId, modelId, ...target }) =>
        target.shopId === shopId ? [[`${itemId} ${modelId}`, id] as const] : [],
      ),
    )
    const items = [...own.keys()].map((key) => key.split(' ')[0]!)
    try {
      const shop = await openSyncShop(scope, shopId)
      if (!shop) continue
      await syncItems(shop, [...new Set(items)], (rows) => {
        for (const { item, model, o, p } of rows) {
          const id = own.get(`${item} ${model}`)
          const cents = o ?? p
          if (id && cents !== null) there.set(id, BigInt(cents))
        }
      })
    } catch (error) {
      if (!(error instanceof ShopeeError) && !(error instanceof UserError)) throw error
    }
  }
  return there
}
