import 'server-only'
import { adsSpansOf, daysOfGaps, gapsOfShops, requestedFrom, unsaidShops } from '@/lib/money/ads/coverage'
import { listAdsReports } from '@/lib/money/ads/queries'
import type { Member } from '@/lib/identity/auth/member'
import { addDays, localDay, type Day } from '@/lib/core/dates'
import { readerOf, runAlone, type Reader, type Scope } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { costlessProduct } from '@/lib/catalog/costs/missing-costs'
import {
  firstStep,
  listStepsOf,
  nextStep,
  setupSteps,
  stepFrom,
  stepKeys,
  type FirstFacts,
  type SetupFacts,
  type SetupStep,
  type StepKey,
} from './steps'

const ADS_DAYS = 30
const REVENUE_DAYS = 365

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'userId'> & Scope
export type Setup = {
  /** Null where there is nothing to guide to: put away, through, or none of the steps is for the role. */
  steps: SetupStep[] | null
  /** Whether the company has seen a payout that was compared with what was expected, and costs that make a profit of its sales. */
  hasResult: boolean
}

const isHidden = (organizationId: string, userId: string) => Prisma.sql`EXISTS (
  SELECT FROM membership WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid AND guide_hidden_at IS NOT NULL)`
const hasAnyCost = (organizationId: string) =>
  Prisma.sql`EXISTS (SELECT FROM product_cost WHERE organization_id = ${organizationId}::uuid)`
const isClosed = (organizationId: string) =>
  Prisma.sql`EXISTS (SELECT FROM month_close WHERE organization_id = ${organizationId}::uuid)`

/**
 * The way of a company to its first reconciled payout, derived from its data. A company that has closed a month is
 * through.
 */
export async function getSetupFor(viewer: Viewer, now = new Date()): Promise<Setup> {
  const { organizationId, role, timeZone } = viewer
  const db = readerOf(viewer)
  const today = localDay(now, timeZone)
  const { closed, hasPayout, hasCost, counts } = await readState(db, viewer, today)
  const hasResult = closed || (hasPayout && hasCost)
  if (!counts) return { steps: null, hasResult }
  const steps = setupSteps(role, await withAds(db, organizationId, today, counts))
  return { steps: isThrough(steps) ? null : steps, hasResult }
}

const isThrough = (steps: readonly SetupStep[]) => steps.every(({ lack, optional }) => optional || lack === null)

/**
 * The step after those that a page does itself, once they are done. Reports of ads are read only where no step before them is open:
 * they do not change what such a page shows.
 */
export async function getStepAfter(
  viewer: Viewer,
  own: readonly StepKey[],
  now = new Date(),
): Promise<SetupStep | null> {
  const { organizationId, role, timeZone } = viewer
  const db = readerOf(viewer)
  const today = localDay(now, timeZone)
  const { counts } = await readState(db, viewer, today)
  if (!counts) return null
  const known = setupSteps(role, { ...counts, ...noAdsFacts })
  if (!own.includes('ads') && isBeforeAds(nextStep(known))) return stepFrom(known, own)
  const steps = setupSteps(role, await withAds(db, organizationId, today, counts))
  return isThrough(steps) ? null : stepFrom(steps, own)
}

const isBeforeAds = (step: SetupStep | null) => step !== null && stepKeys.indexOf(step.key) < stepKeys.indexOf('ads')

/**
 * The step that a page leads on to while it is empty for the lack of it: null once the company has orders, products and a cost. One statement then, where the
 * whole guide takes eight messages.
 */
export async function getFirstStepFor(viewer: Viewer, now = new Date()): Promise<SetupStep | null> {
  const { organizationId, userId, role, timeZone } = viewer
  if (listStepsOf(role).length === 0) return null
  const [read] = await runAlone<FirstFacts & { isOver: boolean; hasCost: boolean }>(
    viewer,
    Prisma.sql`
      SELECT first.*, ${isHidden(organizationId, userId)} OR ${isClosed(organizationId)} AS "isOver", ${hasAnyCost(organizationId)} AS "hasCost"
      FROM (${firstFacts(organizationId, localDay(now, timeZone))}) first`,
  )
  if (!read || read.isOver) return null
  const first = firstStep(role, read)
  // Beside products without any cost a rest of the listings may be the smaller part.
  const isCertain = first && (first.key !== 'products' || read.products === 0)
  return isCertain || read.hasCost ? first : getStepAfter(viewer, [], now)
}

type Counts = Omit<SetupFacts, 'adsDays' | 'adsShops' | 'adsUnsaid' | 'hasPayout'>

/** Sales of a year, of items that lack something. */
const soldSince = (organizationId: string, today: Day, lacking: Prisma.Sql) => {
  const where = Prisma.sql`organization_id = ${organizationId}::uuid AND day >= ${addDays(today, -REVENUE_DAYS)}::date AND ${lacking}`
  return Prisma.sql`
    SELECT coalesce(sum(revenue_cents), 0)::bigint AS cents FROM (
      SELECT revenue_cents FROM product_day WHERE ${where} UNION ALL SELECT revenue_cents FROM product_day_delta WHERE ${where}) d`
}

/** The facts of the first two steps. */
const firstFacts = (organizationId: string, today: Day) => Prisma.sql`
  WITH own_listing AS MATERIALIZED (
    SELECT id, product_id FROM listing WHERE organization_id = ${organizationId}::uuid AND gone_at IS NULL
  )
  SELECT (SELECT count(*)::int FROM shop WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee') AS shops,
    (SELECT count(*)::int FROM shop WHERE organization_id = ${organizationId}::uuid AND status = 'active') AS "activeShops",
    EXISTS (SELECT FROM orders WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee') AS "hasOrders",
    (SELECT count(*)::int FROM product WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL) AS products,
    (SELECT count(*)::int FROM own_listing) AS listings,
    (SELECT count(*)::int FROM own_listing WHERE product_id IS NULL) AS unmapped,
    (${soldSince(organizationId, today, Prisma.sql`NOT mapped AND item_key = ANY (ARRAY(SELECT id FROM own_listing WHERE product_id IS NULL))`)}) AS "unmappedCents"`

/** The state of a company that the guide goes by. `counts` are null where there is nothing to guide to: put away, through, or no step is for the role. */
type State = { closed: boolean; hasPayout: boolean; hasCost: boolean; counts: SetupFacts | null }
type StoredState = Omit<State, 'counts'> & ({ isGuided: false } | ({ isGuided: true } & Counts))

/** One statement; where nothing is guided to, nothing is counted. */
async function readState(db: Reader, viewer: Viewer, today: Day): Promise<State> {
  const { organizationId, userId, role } = viewer
  const isForRole = listStepsOf(role).length > 0
  const [row] = await db.$queryRaw<[StoredState]>`
    SELECT state.closed, state."hasPayout", state."hasCost", counted.*, counted.shops IS NOT NULL AS "isGuided" FROM (
      SELECT ${isHidden(organizationId, userId)} AS hidden, ${isClosed(organizationId)} AS closed,
        EXISTS (SELECT FROM settlement WHERE organization_id = ${organizationId}::uuid AND released_cents IS NOT NULL
          AND expected_cents IS NOT NULL) AS "hasPayout",
        ${hasAnyCost(organizationId)} AS "hasCost" OFFSET 0
    ) state LEFT JOIN LATERAL (
      ${countsOf(organizationId, today, Prisma.sql`${isForRole}::boolean AND NOT state.hidden AND NOT state.closed`)}
    ) counted ON true`
  const { closed, hasPayout, hasCost, ...counts } = row
  return { closed, hasPayout, hasCost, counts: counts.isGuided ? { ...counts, ...noAdsFacts, hasPayout } : null }
}

const countsOf = (organizationId: string, today: Day, condition: Prisma.Sql) => Prisma.sql`
    WITH first AS (${firstFacts(organizationId, today)}), without_cost AS MATERIALIZED (
      SELECT p.id FROM product p WHERE ${costlessProduct(organizationId)}
    )
    SELECT first.*, (SELECT count(*)::int FROM without_cost) AS costless,
      (${soldSince(organizationId, today, Prisma.sql`mapped AND item_key = ANY (ARRAY(SELECT id FROM without_cost))`)}) AS "costlessCents",
      (SELECT count(*)::int FROM legal_entity WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL) AS entities,
      (SELECT count(*)::int FROM legal_entity e WHERE e.organization_id = ${organizationId}::uuid AND e.archived_at IS NULL
        AND NOT EXISTS (SELECT FROM tax_rate t WHERE t.organization_id = e.organization_id AND t.legal_entity_id = e.id)) AS untaxed,
      (SELECT count(*)::int FROM membership WHERE organization_id = ${organizationId}::uuid)
        + (SELECT count(*)::int FROM invitation WHERE organization_id = ${organizationId}::uuid AND accepted_at IS NULL
          AND revoked_at IS NULL AND expires_at > now()) AS people,
      CASE WHEN state."hasPayout" THEN 0 ELSE (SELECT count(*)::int FROM settlement WHERE organization_id = ${organizationId}::uuid
        AND released_cents IS NULL AND state IN ('to_release', 'late')) END AS awaited
    FROM first WHERE ${condition}`

const withAds = async (db: Reader, organizationId: string, today: Day, counts: SetupFacts): Promise<SetupFacts> => ({
  ...counts,
  ...(counts.hasOrders && (await listAdsFacts(db, organizationId, today))),
})

type AdsFacts = Pick<SetupFacts, 'adsDays' | 'adsShops' | 'adsUnsaid'>
const noAdsFacts: AdsFacts = { adsDays: 0, adsShops: 0, adsUnsaid: 0 }

/**
 * Days without a report, as the result of these days names them; and shops that sold, with no sign of ads and without anybody
 * having said that there are none.
 */
async function listAdsFacts(db: Reader, organizationId: string, today: Day): Promise<AdsFacts> {
  const range = { from: addDays(today, 1 - ADS_DAYS), to: today }
  const everywhere = { shop: null, channel: null, entity: null }
  const [reports] = await listAdsReports(db, organizationId, [range], everywhere, [range.from])
  const { runs, firsts, since, noAds } = reports!
  const gaps = gapsOfShops(range, adsSpansOf(requestedFrom(firsts, since), noAds), runs, today)
  return {
    adsDays: daysOfGaps(gaps),
    adsShops: new Set(gaps.map(({ shopId }) => shopId)).size,
    adsUnsaid: unsaidShops(firsts, since, noAds).length,
  }
}
