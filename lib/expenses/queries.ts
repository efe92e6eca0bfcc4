import 'server-only'
import { asId, cutPage, readPlace, type Page } from '@/lib/keyset'
import { isDay, type Day } from '../dates'
import type { Db } from '../db'
import { Prisma } from '../generated/prisma/client'
import { matchesWords } from '../match-words'
import { asDay } from './days'
import type { ExpenseFilters } from './filters'
import type { ExpenseKind, ExpenseStatus } from './schema'

export type Expense = {
  id: string
  description: string
  amountCents: bigint
  kind: ExpenseKind
  dueOn: Day
  status: ExpenseStatus
  paidOn: Day | null
  category: string | null
  version: number
}

export const expenseFields = {
  id: true,
  description: true,
  amountCents: true,
  kind: true,
  dueOn: true,
  status: true,
  paidOn: true,
  category: true,
  version: true,
} as const satisfies Prisma.ExpenseSelect

type StoredExpense = Prisma.ExpenseGetPayload<{ select: typeof expenseFields }>

export function toExpense({ dueOn, paidOn, ...row }: StoredExpense): Expense {
  const { id, description, amountCents, kind, status, category, version } = row
  const days = { dueOn: asDay(dueOn), paidOn: paidOn && asDay(paidOn) }
  return { id, description, amountCents, kind, status, category, version, ...days }
}

function matching(organizationId: string, filters: ExpenseFilters, today: Day): Prisma.Sql {
  const conditions = [Prisma.sql`e.organization_id = ${organizationId}::uuid`, Prisma.sql`e.voided_at IS NULL`]
  conditions.push(...matchesWords(Prisma.sql`e.words`, filters.q))
  if (filters.view === 'paid') conditions.push(Prisma.sql`e.status = 'paid'`)
  else if (filters.view) conditions.push(Prisma.sql`e.status = 'pending'`)
  if (filters.view === 'overdue') conditions.push(Prisma.sql`e.due_on < ${today}::date`)
  if (filters.kind) conditions.push(Prisma.sql`e.kind = ${filters.kind}::"ExpenseKind"`)
  if (filters.from) conditions.push(Prisma.sql`e.due_on >= ${filters.from}::date`)
  if (filters.to) conditions.push(Prisma.sql`e.due_on <= ${filters.to}::date`)
  return Prisma.join(conditions, ' AND ')
}

/** By due day: what is open the oldest first, everything else the newest first. */
export async function listExpenses(
  db: Db,
  organizationId: string,
  filters: ExpenseFilters,
  { today, size }: { today: Day; size: number },
): Promise<Page<Expense>> {
  const found = readPlace(filters.after ?? filters.before)
  const place = found && isDay(found.value) ? found : null
  const backwards = place !== null && filters.after === null
  const oldestFirst = filters.view === 'pending' || filters.view === 'overdue'
  const ascending = oldestFirst !== backwards
  const order = ascending ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const beyond = place
    ? Prisma.sql`AND (e.due_on, e.id) ${ascending ? Prisma.sql`>` : Prisma.sql`<`} (${place.value}::date, ${place.id}::uuid)`
    : Prisma.empty
  const rows = await db.$queryRaw<Expense[]>`
    SELECT e.id, e.description, e.amount_cents AS "amountCents", e.kind, e.due_on::text AS "dueOn", e.status,
      e.paid_on::text AS "paidOn", e.category, e.version
    FROM expense e WHERE ${matching(organizationId, filters, today)} ${beyond}
    ORDER BY e.due_on ${order}, e.id ${order} LIMIT ${size + 1}`
  return cutPage(rows, { size, backwards, fromPlace: place !== null }, ({ dueOn, id }) => ({ value: dueOn, id }))
}

export type ExpenseTotals = {
  count: bigint
  totalCents: bigint
  pendingCents: bigint
  overdueCents: bigint
  paidCents: bigint
}

/** Of everything that the filters match, not of the page. */
export async function sumExpenses(
  db: Db,
  organizationId: string,
  filters: ExpenseFilters,
  today: Day,
): Promise<ExpenseTotals> {
  const sum = (condition: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(e.amount_cents) FILTER (WHERE ${condition}), 0)::bigint`
  const [totals] = await db.$queryRaw<[ExpenseTotals]>`
    SELECT count(*) AS count, ${sum(Prisma.sql`true`)} AS "totalCents",
      ${sum(Prisma.sql`e.status = 'pending'`)} AS "pendingCents",
      ${sum(Prisma.sql`e.status = 'pending' AND e.due_on < ${today}::date`)} AS "overdueCents",
      ${sum(Prisma.sql`e.status = 'paid'`)} AS "paidCents"
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

/** The categories in use, for the form to offer. */
export async function listCategories(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db.expense.findMany({
    where: { organizationId, voidedAt: null, category: { not: null } },
    select: { category: true },
    distinct: ['category'],
    orderBy: { category: 'asc' },
    take: 100,
  })
  return rows.flatMap(({ category }) => category ?? [])
}

export async function getExpense(db: Db, organizationId: string, id: unknown): Promise<Expense | null> {
  const expenseId = asId(id)
  const row = expenseId
    ? await db.expense.findFirst({ where: { organizationId, id: expenseId, voidedAt: null }, select: expenseFields })
    : null
  return row && toExpense(row)
}
