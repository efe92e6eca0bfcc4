import 'server-only'
import { firstOf, type Page } from '@/lib/keyset'
import type { Member } from '../auth/member'
import { can } from '../auth/permissions'
import { localDay, type Day } from '../dates'
import { withOrganization } from '../db'
import { UserError } from '../errors'
import { readExpenseFilters, type ExpenseFilters, type Query } from './filters'
import {
  countExpenses,
  getExpense,
  listCategories,
  listExpenses,
  sumExpenses,
  type Expense,
  type ExpenseTotals,
  type ViewCounts,
} from './queries'

const PAGE_SIZE = 50

export type ExpenseList = {
  filters: ExpenseFilters
  page: Page<Expense>
  /** Of what the filters match in every status, whichever tab is open. */
  totals: ExpenseTotals
  /** Of what the list shows. */
  matching: Pick<ExpenseTotals, 'count' | 'totalCents'>
  counts: ViewCounts
  categories: string[]
  today: Day
  canWrite: boolean
  /** What the address asks to open beside the list: a new expense, or one of them. */
  open: 'new' | Expense | null
}

export async function getExpenseListFor(
  viewer: Pick<Member, 'organizationId' | 'timeZone' | 'role'>,
  query: Query,
  size = PAGE_SIZE,
): Promise<ExpenseList> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
  const canWrite = can(role, 'expense.write')
  const today = localDay(new Date(), timeZone)
  const filters = readExpenseFilters(query, today)
  return withOrganization(viewer, async (db) => {
    const found = await listExpenses(db, organizationId, filters, { today, size })
    const gone = found.rows.length === 0 && (filters.after ?? filters.before) !== null
    const fromStart = { ...filters, after: null, before: null }
    const asked = firstOf(query.edit)
    const totals = await sumExpenses(db, organizationId, { ...filters, view: null }, today)
    return {
      filters,
      page: gone ? await listExpenses(db, organizationId, fromStart, { today, size }) : found,
      totals,
      matching: filters.view ? await sumExpenses(db, organizationId, filters, today) : totals,
      counts: await countExpenses(db, organizationId, today),
      categories: canWrite ? await listCategories(db, organizationId) : [],
      today,
      canWrite,
      open: !canWrite ? null : firstOf(query.new) ? 'new' : asked ? await getExpense(db, organizationId, asked) : null,
    }
  })
}
