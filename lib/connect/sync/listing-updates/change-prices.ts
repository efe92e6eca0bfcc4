import 'server-only'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { isOpen, readLines, type PriceLine } from '@/lib/money/prices/change-lines'
import { enqueueChange, getChange } from '@/lib/money/prices/change-record'
import { enqueueSending } from './plan-listing-updates'
import { centsShown, readItems } from './read-items'

/** Between two looks at what was sent: a tenth of the time since the attempt began, within these seconds. */
const AGAIN_SECONDS = { least: 3, most: 300 }
/** After a day what the platform has not confirmed is sent no more. */
const GIVEN_UP_MS = 24 * 3_600_000
/** So long the platform may still show the price before one that it has taken. */
const CATCHING_UP_MS = 60_000

type Target = {
  id: string
  shopId: string
  itemId: string
  modelId: string
  cents: bigint | null
  isWritable: boolean
  /** The platform no longer has it. */
  isGone: boolean
}
type Update = {
  listingId: string
  wanted: bigint
  state: string
  attempts: number
  errorCode: string | null
  text: string | null
  sentAt: Date | null
}
/** By listing, when the platform took its price; null where its update is gone and only the platform knows. */
type Arrived = Map<string, Date | null>

/**
 * Gives the lines of a change to the sending of listing updates, once; then reads back what was sent, until every line has
 * come to an end. Each step is stored with what it did, so that a killed worker goes on and sends nothing twice.
 */
export async function changePrices(scope: Scope, changeId: string): Promise<void> {
  const queued = await withOrganization(scope, (db) => queueLines(db, scope, changeId))
  if (!queued) return
  const arrived = await withOrganization(scope, (db) => settleUpdates(db, scope, changeId))
  const read = await readBack(scope, [...arrived.keys()])
  await withOrganization(scope, async (db) => {
    const change = await lockChange(db, scope, changeId)
    if (!change) return
    const age = Date.now() - change.begunAt.getTime()
    const isGivenUp = age > GIVEN_UP_MS
    const lines = change.lines.map((line): PriceLine => {
      const settled = line.state === 'sent' && arrived.has(line.listingId) ? settleRead(line, read, arrived) : line
      return isGivenUp && isOpen(settled) ? { ...settled, state: 'unconfirmed' } : settled
    })
    if (isGivenUp)
      await dropUpdates(
        db,
        scope,
        lines.filter(({ state }) => state === 'unconfirmed'),
      )
    const isEnded = !lines.some(isOpen)
    if (isEnded || isOther(lines, change.lines)) await storeLines(db, scope, changeId, lines, isEnded)
    const seconds = Math.round(age / 10_000)
    if (!isEnded)
      await enqueueChange(db, changeId, Math.min(AGAIN_SECONDS.most, Math.max(AGAIN_SECONDS.least, seconds)))
  })
}

/** The outcome of a line whose price was read back; the line as it is where it cannot be read, or is still to come. */
function settleRead(line: PriceLine, read: Read, arrived: Arrived): PriceLine {
  const there = read.get(line.listingId)
  if (there === undefined) return line
  if (there === 'gone') return { ...line, state: 'closed' }
  if (there === BigInt(line.wantedCents)) return { ...line, state: 'done', thereCents: null }
  const sentAt = arrived.get(line.listingId) ?? null
  const isCatchingUp = sentAt !== null && Date.now() - sentAt.getTime() < CATCHING_UP_MS
  if (isCatchingUp && there === BigInt(line.beforeCents)) return line
  return { ...line, state: sentAt ? 'differs' : 'unconfirmed', thereCents: Number(there) }
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
      s.status = 'active' AND s.price_master = 'mascate' AND w.id IS NOT NULL AS "isWritable", l.gone_at IS NOT NULL AS "isGone"
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
  // A worker that was away on the planned day does not take the time that the platform has.
  await db.priceChange.update({
    where: { organizationId_id: { organizationId: scope.organizationId, id: changeId } },
    data: { begunAt: new Date() },
    select: { id: true },
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
 * it is expected no more. Answers the listings whose price is to be read back: the platform took it, or its update is gone,
 * as with another mapping or another master of the prices.
 */
async function settleUpdates(db: Db, scope: Scope, changeId: string): Promise<Arrived> {
  const { organizationId } = scope
  const arrived: Arrived = new Map()
  const change = await lockChange(db, scope, changeId)
  if (!change) return arrived
  const sent = change.lines.filter(({ state }) => state === 'sent').map(({ listingId }) => listingId)
  const updates = await db.$queryRaw<Update[]>`
    SELECT listing_id AS "listingId", wanted, state::text AS state, attempts, error_code AS "errorCode", platform_text AS text,
      sent_at AS "sentAt" FROM listing_update WHERE organization_id = ${organizationId}::uuid AND kind = 'price' AND listing_id = ANY (${sent}::uuid[])`
  const byListing = new Map(updates.map((update) => [update.listingId, update]))
  const refused: PriceLine[] = []
  const lines = change.lines.map((line): PriceLine => {
    const update = byListing.get(line.listingId)
    if (line.state !== 'sent') return line
    if (update && update.wanted !== BigInt(line.wantedCents)) return { ...line, state: 'replaced' }
    if (!update || update.state === 'sent') arrived.set(line.listingId, update?.sentAt ?? null)
    if (!update || update.state === 'sent' || update.attempts === 0 || update.errorCode === null) return line
    if (update.errorCode === 'outcomeUnknown')
      return update.state === 'failed' ? { ...line, state: 'unconfirmed' } : line
    refused.push(line)
    return { ...line, state: 'refused', text: update.text }
  })
  await dropUpdates(db, scope, refused)
  if (isOther(lines, change.lines)) await storeLines(db, scope, changeId, lines, false)
  return arrived
}

/** Sends these prices no more. One that was set for the listing since is another's. */
async function dropUpdates(db: Db, { organizationId }: Scope, lines: readonly PriceLine[]): Promise<void> {
  if (lines.length === 0) return
  const given = lines.map(({ listingId, wantedCents }) => ({ listing: listingId, wanted: wantedCents }))
  await db.$executeRaw`
    UPDATE listing_update p SET state = 'failed', next_at = NULL, error_code = coalesce(p.error_code, 'outcomeUnknown')
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS x(listing uuid, wanted bigint)
    WHERE p.organization_id = ${organizationId}::uuid AND p.kind = 'price' AND p.listing_id = x.listing AND p.wanted = x.wanted
      AND p.state = 'waiting'`
}

type Read = Map<string, bigint | 'gone'>

/** The prices that the platform shows, by listing; without those that cannot be read now. */
async function readBack(scope: Scope, ids: readonly string[]): Promise<Read> {
  const there: Read = new Map()
  if (ids.length === 0) return there
  const before = await withOrganization(scope, (db) => listTargets(db, scope, ids))
  for (const shopId of new Set([...before.values()].map((target) => target.shopId))) {
    const own = [...before.values()].filter((target) => target.shopId === shopId)
    const rows = await readItems(scope, shopId, [...new Set(own.map(({ itemId }) => itemId))])
    const shown = new Map(rows.map((row) => [`${row.item} ${row.model}`, centsShown(row)]))
    for (const { id, itemId, modelId } of own) {
      const cents = shown.get(`${itemId} ${modelId}`) ?? null
      if (cents !== null) there.set(id, cents)
    }
  }
  const after = await withOrganization(scope, (db) => listTargets(db, scope, ids))
  for (const id of ids) if (!there.has(id) && (after.get(id)?.isGone ?? true)) there.set(id, 'gone')
  return there
}
