import 'server-only'
import { createHash } from 'node:crypto'
import { databaseCause } from '@/lib/core/database/database-errors'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { logger } from '@/lib/core/logging/logger'
import { readContext, readFacts, type CodeFacts } from './facts'
import { isHeld } from './due-day'
import { expectedDay } from './expected-day'
import type { Code } from './fact-rows'
import { markSpans } from './mark-spans'
import { settle } from './settle'
import type { Settled } from './settlement-facts'

const BATCH = 1000
const first = '0'
/** Shorter runs show no progress. */
const SHOWN_FROM = 2 * BATCH
const TIMEOUT_MS = 120_000
/** More of them are no accident of single orders. */
const MOST_ASIDE = 100

type Options = { batch?: number; signal?: AbortSignal; now?: Date }
type Run = Required<Pick<Options, 'batch' | 'now'>> & { isShown: boolean; signal: AbortSignal; aside: string[] }
type ReconcileProgress = { looked: number; changed: number; failure: { error: unknown } | null }

/** Codes are split by their hash: while one half is written, the other is read and calculated. */
const lanes = [0, 1]

/**
 * Settles marked codes, a thousand in a transaction, until none is left or the signal aborts. Answers how many were
 * looked at and how many settlements changed. One of a company and lane runs at a time: another waits for each batch
 * and finds the rest. A code that cannot be settled keeps its mark and stops no other: the run fails with it once the
 * others are done.
 */
export async function reconcileOrders(organizationId: string, { batch = BATCH, signal, now }: Options = {}) {
  await markSpans(organizationId, { signal })
  const total = await withOrganization({ organizationId }, (db) => startRun(db, organizationId, batch), TIMEOUT_MS)
  const isShown = total >= SHOWN_FROM
  const stop = new AbortController()
  const signals = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal])
  const run: Run = { batch, now: now ?? new Date(), isShown, signal: signals, aside: [] }
  const orderMatches: ReconcileProgress = { looked: 0, changed: 0, failure: null }
  const settleLanes = async (own: number[]) => {
    const { looked, changed, failure } = await runLanes(organizationId, own, run)
    orderMatches.looked += looked
    orderMatches.changed += changed
    orderMatches.failure ??= failure
  }
  if (isShown) {
    const both = lanes.map((lane) =>
      settleLanes([lane]).catch((error: unknown) => {
        stop.abort()
        throw error
      }),
    )
    for (const end of await Promise.allSettled(both)) if (end.status === 'rejected') throw end.reason
  }
  // Few are settled in one go; of many, what one lane marked when the other was done.
  await settleLanes(lanes)
  if (isShown) await withOrganization({ organizationId }, (db) => endRun(db, organizationId))
  if (orderMatches.failure) throw orderMatches.failure.error
  return { looked: orderMatches.looked, changed: orderMatches.changed }
}

async function runLanes(organizationId: string, own: number[], run: Run): Promise<ReconcileProgress> {
  const { batch, now, isShown, signal, aside } = run
  const orderMatches: ReconcileProgress = { looked: 0, changed: 0, failure: null }
  let limit = batch
  // A mark may come to be seen behind later ones: at the end the marks are looked through from the beginning.
  let after = first
  for (let isDone = false; !isDone && !signal.aborted;) {
    const place: string = after
    const given = { own, batch: limit, after: place, aside, now }
    const { step, error } = await tryBatch(organizationId, given, isShown)
    if (!step) {
      const isOne = limit === 1
      limit = Math.ceil(limit / 2)
      if (!isOne) continue
      if (aside.length >= MOST_ASIDE) throw error
      orderMatches.failure = { error }
      aside.push(await setAside(organizationId, given, error))
      continue
    }
    limit = Math.min(batch, limit * 2)
    orderMatches.looked += step.looked
    orderMatches.changed += step.changed
    isDone = step.looked === 0 && place === first
    after = step.looked === 0 ? first : step.last
  }
  return orderMatches
}

/** No step where what is known of one of the codes is what fails; any other failure is none of theirs and is thrown. */
async function tryBatch(
  organizationId: string,
  given: Batch,
  isShown: boolean,
): Promise<{ step?: Step; error?: unknown }> {
  try {
    const step = await withOrganization(
      { organizationId },
      async (db) => {
        const settled = await reconcileBatch(db, organizationId, given)
        if (isShown) await noteProgress(db, organizationId, settled.looked)
        return settled
      },
      TIMEOUT_MS,
    )
    return { step }
  } catch (error) {
    if (!isOfData(error)) throw error
    return { error }
  }
}

/** A broken constraint, a value out of range, or our own slip. */
const isOfData = (error: unknown): boolean =>
  /^(22|23|P0)/.test(databaseCause(error)?.originalCode ?? '') ||
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError

async function setAside(organizationId: string, { own, after, aside }: Batch, error: unknown): Promise<string> {
  const [mark] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<{ id: string; code: string }[]>`
      SELECT id::text, external_code AS code FROM reconcile_due
      WHERE organization_id = ${organizationId}::uuid AND id > ${after}::bigint AND id <> ALL (${aside}::bigint[])
        AND ${inLanes(own)} ORDER BY id LIMIT 1`,
  )
  if (!mark) throw error
  logger().error({ err: error, organizationId, code: mark.code }, 'an order could not be settled')
  return mark.id
}

async function startRun(db: Db, organizationId: string, batch: number): Promise<number> {
  const [{ marked }] = await db.$queryRaw<[{ marked: number }]>`
    SELECT count(*)::int AS marked FROM (SELECT DISTINCT shop_id, external_code FROM reconcile_due WHERE organization_id = ${organizationId}::uuid) d`
  // Whatever run is still open was cut off: of a company one runs at a time.
  await endRun(db, organizationId)
  if (marked <= batch) return marked
  // Its order, its money and its payouts mark a code each for themselves: of many, one mark a code is kept, the oldest.
  await takeTurn(db, organizationId, lanes)
  await db.$executeRaw`
    DELETE FROM reconcile_due WHERE organization_id = ${organizationId}::uuid AND id = ANY (ARRAY(
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY shop_id, external_code ORDER BY id) AS nth FROM reconcile_due
        WHERE organization_id = ${organizationId}::uuid) m
      WHERE nth > 1))`
  if (marked < SHOWN_FROM) return marked
  await db.$executeRaw`
      INSERT INTO reconcile_run (organization_id, done, total, started_at, moved_at) VALUES (${organizationId}::uuid, 0, ${marked}, now(), now())
      ON CONFLICT (organization_id) DO UPDATE SET done = 0, total = excluded.total, started_at = now(), moved_at = now(), finished_at = NULL`
  return marked
}

/** One batch of a company and lane at a time. */
async function takeTurn(db: Db, organizationId: string, own: number[]): Promise<void> {
  for (const lane of own)
    await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('reconcile:' || ${organizationId} || ${`:${lane}`}, 0))::text`
}

const inLanes = (own: number[]) =>
  own.length === lanes.length ? Prisma.sql`true` : Prisma.sql`(hashtext(external_code) & 1) = ANY (${own}::int[])`

/** Codes marked meanwhile are settled as well. */
const noteProgress = (db: Db, organizationId: string, looked: number) => db.$executeRaw`
  UPDATE reconcile_run SET done = done + ${looked}, total = greatest(total, done + ${looked}), moved_at = now() WHERE organization_id = ${organizationId}::uuid`

const endRun = (db: Db, organizationId: string) => db.$executeRaw`
  UPDATE reconcile_run SET finished_at = now() WHERE organization_id = ${organizationId}::uuid AND finished_at IS NULL`

type Step = { looked: number; changed: number; last: string }
type Batch = { own: number[]; batch: number; after: string; aside: string[]; now: Date }

async function reconcileBatch(db: Db, organizationId: string, { now, ...given }: Batch): Promise<Step> {
  await takeTurn(db, organizationId, given.own)
  const { codes, last } = await takeMarked(db, organizationId, given)
  if (codes.length === 0) return { looked: 0, changed: 0, last }
  await takeWaitingIncome(db, codes)
  // An unchanged settlement is not even sent: most marks change nothing.
  const rows = (await settleCodes(db, organizationId, codes, now)).filter(({ isSame }) => !isSame)
  if (rows.length === 0) return { looked: codes.length, changed: 0, last }
  await freeMoved(db, organizationId, rows)
  const [{ changed }] = await db.$queryRaw<
    [{ changed: number }]
  >`SELECT write_settlements(${JSON.stringify(rows)}::jsonb) AS changed`
  return { looked: codes.length, changed, last }
}

type Taken = { codes: Code[]; last: string }

/**
 * The next marks. Read committed: facts are read after them, so none is older than its mark. Behind `after` nothing is looked for: what was
 * taken still stands in the index for a while.
 */
async function takeMarked(
  db: Db,
  organizationId: string,
  { own, batch, after, aside }: Omit<Batch, 'now'>,
): Promise<Taken> {
  const [{ codes, last }] = await db.$queryRaw<[{ codes: Code[] | null; last: string | null }]>`
    WITH gone AS (
      DELETE FROM reconcile_due WHERE organization_id = ${organizationId}::uuid AND id = ANY (ARRAY(
        SELECT id FROM reconcile_due WHERE organization_id = ${organizationId}::uuid AND id > ${after}::bigint AND id <> ALL (${aside}::bigint[])
          AND ${inLanes(own)} ORDER BY id LIMIT ${batch}))
      RETURNING id, shop_id, external_code
    )
    SELECT json_agg(DISTINCT jsonb_build_object('shopId', shop_id, 'code', external_code)) AS codes, max(id)::text AS last FROM gone`
  return { codes: codes ?? [], last: last ?? after }
}

/** The income report's rows of orders that came later; what such a row leaves without a name, other reports may name. */
async function takeWaitingIncome(db: Db, codes: readonly Code[]): Promise<void> {
  const rows = JSON.stringify(codes)
  await db.$queryRaw`
    SELECT take_waiting_income(c.shop, c.codes), name_income_rest(c.shop, c.codes) FROM (
      SELECT r."shopId" AS shop, array_agg(r.code) AS codes FROM jsonb_to_recordset(${rows}::jsonb) AS r("shopId" uuid, code text) GROUP BY 1 ORDER BY 1) c`
}

/**
 * An order that changed its shop or its code leaves the settlement under the old one, which is looked at again without it. That may be
 * one of the other lane: writing is one's turn before the row is.
 */
async function freeMoved(db: Db, organizationId: string, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  const ofOrders = rows.flatMap(({ shop, code, orderId }) => (orderId ? [{ shop, code, orderId }] : []))
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('settlements:' || ${organizationId}, 0))::text`
  const isFreed = Prisma.sql`s.organization_id = ${organizationId}::uuid AND s.order_id = ANY (${ofOrders.map(({ orderId }) => orderId)}::uuid[])
    AND EXISTS (SELECT 1 FROM jsonb_to_recordset(${JSON.stringify(ofOrders)}::jsonb) AS r(shop uuid, code text, "orderId" uuid)
      WHERE r."orderId" = s.order_id AND (r.shop, r.code) <> (s.shop_id, s.external_code))`
  const moved = await db.$queryRaw<
    { id: string }[]
  >`SELECT s.order_id AS id FROM settlement s WHERE ${isFreed} ORDER BY 1`
  if (moved.length === 0) return
  // A payout under the old code is no longer a part of the order's: the roll-ups follow.
  const ids = moved.map(({ id }) => id)
  await db.$queryRaw`SELECT 1 FROM orders WHERE organization_id = ${organizationId}::uuid AND id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`
  await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], -1)::text`
  await db.$executeRaw`
    WITH freed AS (
      UPDATE settlement s SET order_id = NULL, hash = '' WHERE ${isFreed}
      RETURNING s.organization_id, s.shop_id, s.external_code
    )
    INSERT INTO reconcile_due (organization_id, shop_id, external_code) SELECT organization_id, shop_id, external_code FROM freed ORDER BY 1, 2, 3`
  await db.$queryRaw`SELECT append_order_deltas(${ids}::uuid[], 1)::text`
}

/** As write_settlements takes them. */
export async function settleCodes(db: Db, organizationId: string, codes: readonly Code[], now: Date) {
  const [{ timeZone }] = await db.$queryRaw<[{ timeZone: string }]>`
    SELECT time_zone AS "timeZone" FROM organization WHERE organization_id = ${organizationId}::uuid`
  const context = await readContext(db, organizationId, localDay(now, timeZone))
  const facts = await readFacts(db, context, codes, timeZone)
  return facts.flatMap((each) => {
    const settled = settle(each.facts)
    return settled ? [rowOf(each, settled, now)] : []
  })
}

/** Cents travel as text: they may pass what a number holds. */
function rowOf({ shopId, orderId, facts, parcel, lags, writtenHash }: CodeFacts, settled: Settled, now: Date) {
  const { causes, lines: _lines, ruleConfirmed, ...found } = settled
  const held = facts.order !== null && isHeld(facts.order, facts.returns)
  const text = (cents: bigint | null) => (cents === null ? null : cents.toString())
  const said = {
    shop: shopId,
    code: facts.code,
    orderId,
    day: facts.day,
    state: found.state,
    dueOn: found.dueOn,
    // Unsaid where there is none: what was settled before says the same still.
    expectedOn: expectedDay({ state: found.state, dueOn: found.dueOn, isHeld: held }, parcel, lags) ?? undefined,
    releasedAt: found.releasedAt?.toISOString() ?? null,
    expected: text(found.expectedCents),
    released: text(found.releasedCents),
    adjusted: text(found.adjustedCents),
    difference: text(found.differenceCents),
    explained: text(found.explainedCents),
    unexplained: text(found.unexplainedCents),
    cause: causes[0]?.cause ?? null,
    ruleId: found.ruleId,
    confirmed: ruleConfirmed,
    causes: causes.map(({ cause, amountCents, isUnconfirmed, facts: named }) => {
      return { cause, amount: amountCents.toString(), unconfirmed: isUnconfirmed, facts: named }
    }),
  }
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex')
  return { ...said, id: newId(), asOf: now.toISOString(), hash, isSame: hash === writtenHash }
}
