import 'server-only'
import { absolute } from '@/lib/core/big-int'
import type { Day } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { heldBy } from '@/lib/identity/settings/held-by'
import { Prisma } from '@/lib/generated/prisma/client'
import type { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'
import type { Page } from '@/lib/core/keyset'
import type { SettlementFilters, SettlementSort } from './filters'

export type SettlementRow = {
  id: string
  code: string
  orderId: string | null
  day: Day
  shopId: string
  shopName: string
  state: SettlementState
  dueOn: Day | null
  /** When it is likely to be paid; without a due day an estimate. */
  expectedOn: Day | null
  releasedAt: Date | null
  expectedCents: bigint | null
  releasedCents: bigint | null
  adjustedCents: bigint
  differenceCents: bigint
  unexplainedCents: bigint
  /** The one that explains most. */
  cause: DiscrepancyCause | null
}

export const settlementColumns = Prisma.sql`
  s.id, s.external_code AS code, s.order_id AS "orderId", s.local_day::text AS day, s.shop_id AS "shopId", s.state, s.due_on::text AS "dueOn", s.expected_on::text AS "expectedOn",
  s.released_at AS "releasedAt", s.expected_cents AS "expectedCents", s.released_cents AS "releasedCents", s.adjusted_cents AS "adjustedCents",
  s.difference_cents AS "differenceCents", s.unexplained_cents AS "unexplainedCents", s.cause`

/** States in which something always differs, so that the few rows that do answer for them. */
const differingStates: readonly SettlementState[] = [
  'late',
  'underpaid',
  'overpaid',
  'reopened',
  'unknown_there',
  'unknown_here',
]

const literals = (states: readonly SettlementState[]) => Prisma.raw(states.map((state) => `'${state}'`).join())

// States are named in the statement itself: only then does the planner use the partial index.
export function ofPeriod(
  { from, to, shop, entity, states }: SettlementFilters,
  organizationId: string,
  day: Prisma.Sql,
): Prisma.Sql {
  const conditions = [Prisma.sql`s.organization_id = ${organizationId}::uuid`]
  if (from) conditions.push(Prisma.sql`${day} >= ${from}::date`)
  if (to) conditions.push(Prisma.sql`${day} <= ${to}::date`)
  if (shop) conditions.push(Prisma.sql`s.shop_id = ${shop}::uuid`)
  if (entity) conditions.push(heldBy(entity, { outlet: Prisma.sql`s.shop_id`, day }))
  if (states.length > 0) conditions.push(Prisma.sql`s.state IN (${literals(states)})`)
  return Prisma.join(conditions, ' AND ')
}

/** Orders with an accepted difference, or an accepted part: few, so they are looked up by their ids. */
export const acceptedIds = (organizationId: string) => Prisma.sql`ARRAY(
  SELECT k.settlement_id FROM recovery_case r JOIN case_order k ON k.organization_id = ${organizationId}::uuid AND k.case_id = r.id
  WHERE r.organization_id = ${organizationId}::uuid AND r.state::text = 'written_off')`

export function matching(organizationId: string, filters: SettlementFilters): Prisma.Sql {
  const { q, cause, inCase, states, minCents, differing, sort } = filters
  const conditions = [ofPeriod(filters, organizationId, Prisma.sql`s.local_day`)]
  const always = states.length > 0 && states.every((state) => differingStates.includes(state))
  // A cause, or an unexplained part, may exist with a total difference of zero.
  if (cause === 'unexplained') conditions.push(Prisma.sql`s.unexplained_cents <> 0`)
  else if (cause) conditions.push(Prisma.sql`s.cause IS NOT NULL`)
  else if (differing || always || minCents !== null || sort === 'difference')
    conditions.push(Prisma.sql`s.difference_cents <> 0`)
  if (minCents !== null) conditions.push(Prisma.sql`s.size_cents >= ${minCents}::bigint`)
  if (cause && cause !== 'unexplained')
    // One look a row: joined, the planner would read every discrepancy through for the few rows of a page.
    conditions.push(Prisma.sql`coalesce((SELECT true FROM discrepancy d WHERE d.organization_id = ${organizationId}::uuid AND d.settlement_id = s.id
      AND d.cause::text = ${cause} LIMIT 1), false)`)
  if (inCase === 'unclaimed') conditions.push(Prisma.sql`s.difference_cents < 0`)
  if (inCase === 'accepted') conditions.push(Prisma.sql`s.id = ANY (${acceptedIds(organizationId)})`)
  else if (inCase)
    conditions.push(Prisma.sql`coalesce((SELECT true FROM case_order k WHERE k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id LIMIT 1), false)
      = ${inCase === 'with'}`)
  if (q) conditions.push(Prisma.sql`s.external_code ~>=~ ${q} AND s.external_code ~<~ ${`${q}~`}`)
  return Prisma.join(conditions, ' AND ')
}

const sorts = {
  difference: { column: Prisma.sql`s.size_cents`, type: Prisma.sql`bigint` },
  newest: { column: Prisma.sql`s.local_day`, type: Prisma.sql`date` },
  oldest: { column: Prisma.sql`s.local_day`, type: Prisma.sql`date` },
}

export async function listSettlements(
  db: Db,
  organizationId: string,
  filters: SettlementFilters,
  { size }: { size: number },
): Promise<Page<SettlementRow>> {
  const { column, type } = sorts[filters.sort]
  const wanted = requestPage(filters, size, { ascending: filters.sort === 'oldest' })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, column, Prisma.sql`s.id`, type)
  const rows = await db.$queryRaw<SettlementRow[]>`
    SELECT ${settlementColumns}, (SELECT p.name::text FROM shop p WHERE p.organization_id = ${organizationId}::uuid AND p.id = s.shop_id) AS "shopName"
    FROM settlement s WHERE ${matching(organizationId, filters)} ${beyond}
    ORDER BY ${column} ${order}, s.id ${order} LIMIT ${size + 1}`
  return pageOf(wanted, rows, (row) => ({
    value: placeOf(row, filters.sort),
    id: row.id,
  }))
}

const placeOf = ({ differenceCents, day }: SettlementRow, sort: SettlementSort): string => {
  if (sort !== 'difference') return day
  return absolute(differenceCents).toString()
}

export type Counted = { orders: number; differenceCents: bigint; isWhole: boolean }

/** How many the list holds and what they differ by, counted up to a limit. */
export async function countSettlements(
  db: Reader,
  organizationId: string,
  filters: SettlementFilters,
  limit: number | null,
): Promise<Counted> {
  const [row] = await db.$queryRaw<[{ orders: number; differenceCents: bigint }]>`
    SELECT count(*)::int AS orders, coalesce(sum(cents), 0)::bigint AS "differenceCents" FROM (
      SELECT s.difference_cents AS cents FROM settlement s WHERE ${matching(organizationId, filters)} LIMIT ${limit === null ? null : limit + 1}) t`
  return { ...row, isWhole: limit === null || row.orders <= limit }
}

/** `marking`: orders that a change touches are still being looked for; `stopped`: a run was cut off, and goes on once its job is back. */
export type Progress = { phase: 'marking' | 'settling' | 'stopped'; done: number; total: number }

/** Longer than a batch may take: what has not moved since then is dead. */
const DEAD_MINUTES = 5

/** How far the reconciliation is, while one of many orders runs or is about to. */
export async function getProgress(db: Db, organizationId: string): Promise<Progress | null> {
  const [row] = await db.$queryRaw<Progress[]>`
    WITH r AS (
      SELECT done, total, moved_at < now() - make_interval(mins => ${DEAD_MINUTES}) AS dead FROM reconcile_run
      WHERE organization_id = ${organizationId}::uuid AND finished_at IS NULL
    )
    SELECT 'settling' AS phase, done, total FROM r WHERE NOT dead
    UNION ALL SELECT 'marking', 0, 0 WHERE EXISTS (SELECT 1 FROM reconcile_span WHERE organization_id = ${organizationId}::uuid)
    UNION ALL SELECT 'stopped', done, total FROM r WHERE dead LIMIT 1`
  return row ?? null
}
