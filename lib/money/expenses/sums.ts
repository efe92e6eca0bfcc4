import 'server-only'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { ExpenseFilters } from './filters'
import { matching } from './queries'

export type ExpenseTotals = {
  count: bigint
  totalCents: bigint
  pendingCents: bigint
  overdueCents: bigint
  paidCents: bigint
  fixedCents: bigint
  variableCents: bigint
  taxCents: bigint
}

const sumWhere = (condition: Prisma.Sql) =>
  Prisma.sql`coalesce(sum(e.amount_cents) FILTER (WHERE ${condition}), 0)::bigint`

/** The sums of all rows of the filters, not of the page. */
export async function sumExpenses(
  db: Db,
  organizationId: string,
  filters: ExpenseFilters,
  today: Day,
): Promise<ExpenseTotals> {
  const [totals] = await db.$queryRaw<[ExpenseTotals]>`
    SELECT count(*) AS count, ${sumWhere(Prisma.sql`true`)} AS "totalCents",
      ${sumWhere(Prisma.sql`e.status = 'pending'`)} AS "pendingCents",
      ${sumWhere(Prisma.sql`e.status = 'pending' AND e.due_on < ${today}::date`)} AS "overdueCents",
      ${sumWhere(Prisma.sql`e.status = 'paid'`)} AS "paidCents",
      ${sumWhere(Prisma.sql`e.kind = 'fixed'`)} AS "fixedCents",
      ${sumWhere(Prisma.sql`e.kind = 'variable'`)} AS "variableCents",
      ${sumWhere(Prisma.sql`e.kind = 'tax'`)} AS "taxCents"
    FROM expense e WHERE ${matching(organizationId, filters, today)}`
  return totals
}

export type ViewCounts = { all: bigint; pending: bigint; overdue: bigint; paid: bigint }

export async function countExpenses(db: Db, organizationId: string, today: Day): Promise<ViewCounts> {
  const [counts] = await db.$queryRaw<[ViewCounts]>`
    SELECT count(*) AS "all", count(*) FILTER (WHERE status = 'pending') AS pending,
      count(*) FILTER (WHERE status = 'pending' AND due_on < ${today}::date) AS overdue,
      count(*) FILTER (WHERE status = 'paid') AS paid
    FROM expense WHERE organization_id = ${organizationId}::uuid AND voided_at IS NULL`
  return counts
}

export type DueDay = { day: Day; count: number; totalCents: bigint; pendingCents: bigint }

/** The due sum of each day of a run of days that has any; the filters' own period does not count here. */
export const sumByDueDay = (
  db: Db,
  organizationId: string,
  filters: ExpenseFilters,
  { from, to }: DayRange,
  today: Day,
): Promise<DueDay[]> =>
  db.$queryRaw<DueDay[]>`
    SELECT e.due_on::text AS day, count(*)::int AS count, sum(e.amount_cents)::bigint AS "totalCents",
      ${sumWhere(Prisma.sql`e.status = 'pending'`)} AS "pendingCents"
    FROM expense e WHERE ${matching(organizationId, { ...filters, by: 'due', from, to }, today)}
    GROUP BY e.due_on ORDER BY e.due_on`
