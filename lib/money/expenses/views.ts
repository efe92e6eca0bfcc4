import 'server-only'
import { firstOf, type Page, type Query } from '@/lib/core/keyset'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { readMonth, type CalendarMonth } from './calendar'
import {
  getExpense,
  listCategories,
  listPlaces,
  type CategoryInUse,
  type OpenExpense,
  type PlaceChoice,
} from './details'
import { companyExpensesPath, expensesPath, readExpenseFilters, type ExpenseFilters } from './filters'
import { listExpenses, sortOf, type Expense, type ListSort } from './queries'
import { countExpenses, sumByDueDay, sumExpenses, type DueDay, type ExpenseTotals, type ViewCounts } from './sums'

const PAGE_SIZE = 50

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Partial<Pick<Member, 'legalEntityIds'>>

export type ExpenseFrame = {
  filters: ExpenseFilters
  /** The totals of the filters in every status, with any open tab. */
  totals: ExpenseTotals
  counts: ViewCounts
  categories: CategoryInUse[]
  places: PlaceChoice[]
  today: Day
  canWrite: boolean
  /** The record that the address opens beside the list: a new expense, one of them, or the categories. */
  open: 'new' | 'categories' | OpenExpense | null
}

export type ExpenseList = ExpenseFrame & {
  page: Page<Expense>
  /** The order of the rows, chosen or by default. */
  sort: ListSort
  /** The totals of the list's rows. */
  matching: Pick<ExpenseTotals, 'count' | 'totalCents'>
}

export type ExpenseCalendar = ExpenseFrame & { month: CalendarMonth; days: DueDay[] }

async function getFrame(db: Db, viewer: Viewer, filters: ExpenseFilters, query: Query, today: Day) {
  const { organizationId, role } = viewer
  const canWrite = can(role, 'expense.write')
  return {
    filters,
    totals: await sumExpenses(db, organizationId, { ...filters, view: null }, today),
    counts: await countExpenses(db, organizationId, today),
    categories: await listCategories(db, organizationId),
    places: await listPlaces(db, organizationId),
    today,
    canWrite,
    open: canWrite ? await getOpen(db, organizationId, query) : null,
  }
}

async function getOpen(db: Db, organizationId: string, query: Query): Promise<ExpenseFrame['open']> {
  if (firstOf(query.new)) return 'new'
  if (firstOf(query.categories)) return 'categories'
  const editId = firstOf(query.edit)
  return editId ? getExpense(db, organizationId, editId) : null
}

export async function getExpenseListFor(
  viewer: Viewer,
  query: Query,
  { path = expensesPath, size = PAGE_SIZE }: { path?: ExpenseFilters['path']; size?: number } = {},
): Promise<ExpenseList> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(new Date(), timeZone)
  const filters = readExpenseFilters(query, today, path)
  return withOrganization(viewer, async (db) => {
    const expenses = await listExpenses(db, organizationId, filters, { today, size })
    const gone = expenses.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    const frame = await getFrame(db, viewer, filters, query, today)
    return {
      ...frame,
      sort: sortOf(filters),
      page: gone ? await listExpenses(db, organizationId, fromStart, { today, size }) : expenses,
      matching: filters.view ? await sumExpenses(db, organizationId, filters, today) : frame.totals,
    }
  })
}

/** A month by due day, of what the filters match; their own period gives way to it. */
export async function getExpenseCalendarFor(viewer: Viewer, query: Query): Promise<ExpenseCalendar> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(new Date(), timeZone)
  const month = readMonth(firstOf(query.month), today)
  const read = readExpenseFilters(query, today, companyExpensesPath)
  const filters: ExpenseFilters = { ...read, by: 'due', period: null, from: month.from, to: month.to }
  return withOrganization(viewer, async (db) => ({
    ...(await getFrame(db, viewer, filters, query, today)),
    month,
    days: await sumByDueDay(db, organizationId, filters, month, today),
  }))
}
