import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import type { Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { groupBy } from '@/lib/core/group-by'
import type { CaseState } from '@/lib/generated/prisma/enums'
import { matching } from '../reconciliation/queries'
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
export function getRecoveredFor(viewer: Viewer): Promise<Recovered> {
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
      found: await sumFound(db, organizationId),
    }
  })
}

async function sumFound(db: Db, organizationId: string): Promise<Found> {
  const rows = await db.$queryRaw<FoundRow[]>`
    SELECT f.*, p.name::text AS "shopName" FROM (
      SELECT date_trunc('month', s.local_day)::date::text AS month, s.shop_id AS "shopId", count(*)::int AS orders, -sum(s.difference_cents)::bigint AS cents
      FROM settlement s WHERE ${matching(organizationId, foundFilters)} GROUP BY 1, 2) f
    JOIN shop p ON p.organization_id = ${organizationId}::uuid AND p.id = f."shopId" ORDER BY f.month DESC, p.name, p.id`
  const sumOf = (cents: bigint, row: FoundRow) => cents + row.cents
  return { rows, orders: rows.reduce((sum, { orders }) => sum + orders, 0), cents: rows.reduce(sumOf, 0n) }
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
