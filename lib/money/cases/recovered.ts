import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import type { CaseState } from '@/lib/generated/prisma/enums'
import { matching } from '../reconciliation/queries'
import { windows } from './deadlines'
import { foundFilters, type Found, type FoundRow } from './found'
import { outcomes, type Outcome, type OutcomeSum, type Recovered } from './outcomes'

type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Partial<Pick<Member, 'legalEntityIds'>>
type StateSum = {
  month: Day
  shopId: string
  shopName: string
  state: CaseState
  cases: number
  asked: bigint
  recovered: bigint
  hours: number | null
}

/**
 * The recovered amounts of the cases, by the month in which they were opened and by shop; the latest first. Surpluses
 * are left out. Beside them the differences that are in no case yet.
 */
export function getRecoveredFor(viewer: Viewer, now = new Date()): Promise<Recovered> {
  if (!can(viewer.role, 'reconciliation.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  return withOrganization(viewer, async (db) => {
    const sums = await db.$queryRaw<StateSum[]>`
      SELECT date_trunc('month', c.opened_at AT TIME ZONE ${timeZone})::date::text AS month, c.shop_id AS "shopId", s.name::text AS "shopName",
        c.state, count(*)::int AS cases, sum(c.amount_cents)::bigint AS asked, sum(c.recovered_cents)::bigint AS recovered,
        sum(extract(epoch FROM c.closed_at - coalesce(f.at, c.opened_at)) / 3600) FILTER (WHERE c.state::text = 'paid')::float8 AS hours
      FROM recovery_case c JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = c.shop_id
      LEFT JOIN LATERAL (SELECT min(e.at) AS at FROM case_event e
        WHERE e.organization_id = ${organizationId}::uuid AND e.case_id = c.id AND e.state::text = 'filed') f ON true
      WHERE c.organization_id = ${organizationId}::uuid AND c.amount_cents > 0
      GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, 3, 2`
    const rows = groupBy(sums, ({ month, shopId }) => `${month} ${shopId}`)
    return {
      rows: [...rows.values()].map((ofRow) => ({
        month: ofRow[0]!.month,
        shopId: ofRow[0]!.shopId,
        shopName: ofRow[0]!.shopName,
        ...addUp(ofRow),
      })),
      totals: addUp(sums),
      since: sums.at(-1)?.month ?? null,
      found: await sumFound(db, organizationId, localDay(now, timeZone), timeZone),
    }
  })
}

const windowRows = JSON.stringify(Object.entries(windows).map(([cause, window]) => ({ cause, ...window })))

/** The windows of an order's causes, as `fileBy` has them: it has lapsed when the last of them is over. */
async function sumFound(db: Db, organizationId: string, today: Day, timeZone: string): Promise<Found> {
  const rows = await db.$queryRaw<FoundRow[]>`
    WITH found AS (
      SELECT s.id, date_trunc('month', s.local_day)::date AS month, s.shop_id, -s.difference_cents AS cents, s.unexplained_cents,
        coalesce((s.released_at AT TIME ZONE ${timeZone})::date, s.due_on, s.local_day) AS paid,
        coalesce(s.due_on, (s.released_at AT TIME ZONE ${timeZone})::date, s.local_day) AS due
      FROM settlement s WHERE ${matching(organizationId, foundFilters)}
    ), causes AS (
      SELECT f.id, d.cause::text AS cause FROM found f
      JOIN discrepancy d ON d.organization_id = ${organizationId}::uuid AND d.settlement_id = f.id AND d.amount_cents < 0
      UNION ALL SELECT f.id, 'unexplained' FROM found f WHERE f.unexplained_cents < 0
    ), ends AS (
      SELECT f.id, max(CASE w."from" WHEN 'paid' THEN f.paid ELSE f.due END + w.days) AS day
      FROM found f JOIN causes c ON c.id = f.id JOIN jsonb_to_recordset(${windowRows}::jsonb) AS w(cause text, "from" text, days int) ON w.cause = c.cause
      GROUP BY f.id
    ), sums AS (
      SELECT f.month, f.shop_id, count(*)::int AS orders, sum(f.cents)::bigint AS cents,
        count(*) FILTER (WHERE e.day < ${today}::date)::int AS lapsed_orders,
        coalesce(sum(f.cents) FILTER (WHERE e.day < ${today}::date), 0)::bigint AS lapsed_cents
      FROM found f LEFT JOIN ends e ON e.id = f.id GROUP BY 1, 2
    )
    SELECT f.month::text AS month, f.shop_id AS "shopId", p.name::text AS "shopName", f.orders, f.cents, f.lapsed_orders AS "lapsedOrders",
      f.lapsed_cents AS "lapsedCents"
    FROM sums f JOIN shop p ON p.organization_id = ${organizationId}::uuid AND p.id = f.shop_id ORDER BY f.month DESC, p.name, p.id`
  return {
    rows,
    orders: rows.reduce((sum, row) => sum + row.orders, 0),
    cents: rows.reduce((sum, row) => sum + row.cents, 0n),
    lapsedOrders: rows.reduce((sum, row) => sum + row.lapsedOrders, 0),
    lapsedCents: rows.reduce((sum, row) => sum + row.lapsedCents, 0n),
  }
}

function addUp(sums: readonly StateSum[]): Recovered['totals'] {
  const sumOf = (outcome: Outcome): OutcomeSum => {
    const states: readonly CaseState[] = outcomes[outcome].states
    return sums
      .filter(({ state }) => states.includes(state))
      .reduce(
        (sum, { cases, asked, recovered }) => ({
          cases: sum.cases + cases,
          cents: sum.cents + (outcome === 'recovered' ? recovered : asked),
        }),
        { cases: 0, cents: 0n },
      )
  }
  const recovered = sumOf('recovered')
  const hours = sums.reduce((sum, one) => sum + (one.hours ?? 0), 0)
  return {
    askedCents: sums.reduce((sum, { asked }) => sum + asked, 0n),
    cases: sums.reduce((sum, { cases }) => sum + cases, 0),
    hours: recovered.cases > 0 ? hours / recovered.cases : null,
    todo: sumOf('todo'),
    waiting: sumOf('waiting'),
    recovered,
    refused: sumOf('refused'),
    lost: sumOf('lost'),
    accepted: sumOf('accepted'),
  }
}
