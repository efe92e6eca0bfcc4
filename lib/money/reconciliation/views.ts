import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, addDays, type Day } from '@/lib/core/dates'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listOpenParticipation } from '../fees/participation-queries'
import type { OpenParticipation } from '../fees/seen-participation'
import { asId, type Page, type Query } from '@/lib/core/keyset'
import { getSettlementView, type SettlementView } from './detail'
import { readSettlementFilters, settlementStates, type SettlementFilters, waitingStates } from './filters'
import {
  countSettlements,
  getProgress,
  listSettlements,
  type Counted,
  type Progress,
  type SettlementRow,
  acceptedIds,
  ofPeriod,
} from './queries'
import {
  addSums,
  addUnexplained,
  sumByCause,
  sumSettlements,
  sumUnexplained,
  type CauseSum,
  type StateSum,
  type Sums,
  type Unexplained,
} from './sums'
import { Prisma } from '@/lib/generated/prisma/client'
import { dayOrder, dayToCome, isOverdue, lostBefore, NO_DAY, RELEASED_AFTER_DAYS } from './expected-day'

export type { SettlementView } from './detail'
export type { SettlementRow } from './queries'

export const settlementPageRows = 50
const COUNTED = 10_000

export type Totals = Sums & Unexplained
export type ReconciliationView = {
  filters: SettlementFilters
  /**
   * For the period, the shop, the entity and the states, with any other filter; so are those of each state and shop.
   */
  totals: Totals
  states: StateSum[]
  /** With the same filters. */
  accepted: Accepted
  nextDue: NextDue | null
  shopTotals: (Totals & { id: string; name: string })[]
  /** For the period, the shop and the entity alone. */
  causes: CauseSum[]
  unexplained: Unexplained
  page: Page<SettlementRow>
  /** The content of the list with every filter. */
  counted: Counted
  progress: Progress | null
  /** Asked before anything is made of them: nearly all orders of a shop pay them. */
  participation: OpenParticipation[]
  shops: { id: string; name: string }[]
  entities: { id: string; name: string }[]
}

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Partial<Pick<Member, 'legalEntityIds'>>

function requireReader({ role }: Pick<Viewer, 'role'>) {
  if (!can(role, 'reconciliation.read')) throw new UserError('permissionDenied')
}

export async function getReconciliationFor(
  member: Viewer,
  searchParams: Query,
  { now = new Date() }: { now?: Date } = {},
): Promise<ReconciliationView> {
  requireReader(member)
  const { organizationId, timeZone } = member
  const today = localDay(now, timeZone)
  const filters = readSettlementFilters(searchParams, today)
  return withOrganization(member, async (db) => {
    const sums = await sumSettlements(db, organizationId, filters)
    const unexplained = await sumUnexplained(db, organizationId, filters)
    const isRequested = ({ state }: Pick<StateSum, 'state'>) =>
      filters.states.length === 0 || filters.states.includes(state)
    const requested = unexplained.filter(isRequested)
    const shops = await listShopsOf(db, organizationId)
    return {
      filters,
      totals: { ...addSums(sums), ...addUnexplained(requested) },
      states: settlementStates.flatMap((state) => {
        const rows = sums.filter((sum) => sum.state === state)
        return rows.length === 0 ? [] : { state, ...addSums(rows) }
      }),
      accepted: await sumAccepted(db, organizationId, filters),
      nextDue: await getNextDue(db, organizationId, filters, today),
      shopTotals: shops.flatMap(({ id, name }) => {
        const own = sums.filter(({ shopId }) => shopId === id)
        const left = requested.filter(({ shopId }) => shopId === id)
        return own.length === 0 ? [] : { id, name, ...addSums(own), ...addUnexplained(left) }
      }),
      causes: await sumByCause(db, organizationId, filters),
      unexplained: addUnexplained(unexplained),
      page: await listSettlements(db, organizationId, filters, { size: settlementPageRows }),
      counted: await countSettlements(db, organizationId, filters, COUNTED),
      progress: await getProgress(db, organizationId),
      participation: can(member.role, 'feeRule.write') ? await listOpenParticipation(db, organizationId, now) : [],
      shops,
      entities: await listEntitiesOf(db, organizationId, member.legalEntityIds ?? null),
    }
  })
}

const listShopsOf = (db: Db, organizationId: string) =>
  db.shop.findMany({
    where: { organizationId, platform: 'shopee' },
    orderBy: { name: 'asc' },
    select: { id: true, name: true },
  })

const listEntitiesOf = (db: Db, organizationId: string, seen: string[] | null) =>
  db.legalEntity.findMany({
    where: { organizationId, ...(seen && { id: { in: seen } }) },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })

/** Null where there is none, or none that the reader may see: the page calls notFound(). */
export async function getSettlementFor(member: Viewer, id: string, now = new Date()): Promise<SettlementView | null> {
  requireReader(member)
  const settlementId = asId(id)
  if (!settlementId) return null
  const { organizationId, timeZone } = member
  return withOrganization(member, (db) =>
    getSettlementView(db, organizationId, settlementId, { timeZone, today: localDay(now, timeZone) }),
  )
}

/** While many orders are being settled; else null. */
export const getReconcileProgress = async (member: Scope & Pick<Viewer, 'role'>): Promise<Progress | null> => {
  requireReader(member)
  return withOrganization(member, (db) => getProgress(db, member.organizationId))
}

/** Missing is negative, as in the difference that it is a part of. */
type Accepted = { orders: bigint; cents: bigint }

/**
 * The accepted differences of the period, the shop, the entity and the states: of an order no more than it still
 * differs by.
 */
async function sumAccepted(db: Db, organizationId: string, filters: SettlementFilters): Promise<Accepted> {
  const [row] = await db.$queryRaw<[Accepted]>`
    SELECT count(*) AS orders, coalesce(sum(CASE WHEN difference < 0 THEN greatest(difference, least(accepted, 0))
      ELSE least(difference, greatest(accepted, 0)) END), 0)::bigint AS cents
    FROM (
      SELECT s.difference_cents AS difference, (SELECT -sum(k.amount_cents)::bigint FROM case_order k
        JOIN recovery_case r ON r.organization_id = ${organizationId}::uuid AND r.id = k.case_id AND r.state::text = 'written_off'
        WHERE k.organization_id = ${organizationId}::uuid AND k.settlement_id = s.id) AS accepted
      FROM settlement s WHERE ${ofPeriod(filters, organizationId, Prisma.sql`s.local_day`)} AND s.difference_cents <> 0
        AND s.id = ANY (${acceptedIds(organizationId)})) t`
  return row
}

type NextDue = { day: Day; cents: bigint }

/**
 * The next payout, by the calendar's expected day: for the period, the shop, the entity and the states, less the part
 * paid already.
 */
async function getNextDue(
  db: Db,
  organizationId: string,
  filters: SettlementFilters,
  today: Day,
): Promise<NextDue | null> {
  const states = waitingStates.filter((state) => filters.states.length === 0 || filters.states.includes(state))
  if (states.length === 0) return null
  const open = Prisma.sql`${ofPeriod({ ...filters, states }, organizationId, Prisma.sql`s.local_day`)} AND s.expected_cents IS NOT NULL`
  // Whatever comes sooner than the first day of the index that lies ahead stands before it there, since its usual day has passed.
  const [next] = await db.$queryRaw<NextDue[]>`
    SELECT ${dayToCome(today)}::text AS day, sum(s.expected_cents - coalesce(s.released_cents, 0) - s.adjusted_cents)::bigint AS cents
    FROM settlement s WHERE ${open} AND NOT ${isOverdue(today)} AND ${dayOrder} >= ${lostBefore(today)}::date AND ${dayOrder} < ${NO_DAY}::date
      AND ${dayOrder} <= coalesce((SELECT min(${dayOrder}) FROM settlement s WHERE ${open} AND ${dayOrder} >= ${today}::date AND ${dayOrder} < ${NO_DAY}::date),
        ${addDays(today, RELEASED_AFTER_DAYS)}::date)
    GROUP BY 1 ORDER BY 1 LIMIT 1`
  return next ?? null
}
