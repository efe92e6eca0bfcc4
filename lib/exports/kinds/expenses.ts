import 'server-only'
import { expensesHref, readExpenseFilters } from '../../expenses/filters'
import { listExpenses, sumExpenses } from '../../expenses/queries'
import { defineList } from '../list-kind'
import type { Titles, Translate } from './columns'

const expenseTitle = (t: Translate, key: keyof Titles['expenses']) => t(`exports.columns.expenses.${key}`)

type ExpenseRow = Awaited<ReturnType<typeof listExpenses>>['rows'][number]

export const expenses = defineList<ReturnType<typeof readExpenseFilters>, ExpenseRow>({
  permission: 'money.read',
  filtersOf: (query, { today }) => readExpenseFilters({ ...query, after: undefined, before: undefined }, today),
  addressOf: (filters) => expensesHref({ ...filters, period: null }),
  count: async (db, filters, { organizationId, today }) =>
    (await sumExpenses(db, organizationId, filters, today)).count,
  list: (db, filters, { organizationId, today }, after, size) =>
    listExpenses(db, organizationId, { ...filters, after }, { today, size }),
  columns: ({ t }) => {
    const title = (key: Parameters<typeof expenseTitle>[1]) => expenseTitle(t, key)
    return [
      { title: title('description'), type: 'text', width: 40, value: (row) => row.description },
      { title: title('category'), type: 'text', width: 20, value: (row) => row.category },
      { title: title('kind'), type: 'text', width: 12, value: (row) => t(`expenses.kinds.${row.kind}`) },
      { title: title('amount'), type: 'money', width: 13, value: (row) => row.amountCents },
      { title: title('dueOn'), type: 'day', width: 13, value: (row) => row.dueOn },
      { title: title('status'), type: 'text', width: 12, value: (row) => t(`expenses.statuses.${row.status}`) },
      { title: title('paidOn'), type: 'day', width: 13, value: (row) => row.paidOn },
    ]
  },
})
