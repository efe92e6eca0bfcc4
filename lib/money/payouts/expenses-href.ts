import type { Day } from '@/lib/core/dates'
import { companyExpensesPath, expensesHref, readExpenseFilters } from '@/lib/money/expenses/filters'

type ExpensesQuery = { from?: Day; to: Day; shop: string | null; today: Day }

/** The payments of that time. Today's also holds all overdue ones. */
export const dueExpensesHref = ({ from, to, shop, today }: ExpensesQuery): string =>
  expensesHref(readExpenseFilters({}, today, companyExpensesPath), {
    view: 'pending',
    from: from && from > today ? from : null,
    to,
    place: shop ? { type: 'shop', id: shop } : null,
  })
