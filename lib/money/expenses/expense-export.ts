import 'server-only'
import { expensesHref, readExpenseFilters } from './filters'
import { listExpenses } from './queries'
import { sumExpenses } from './sums'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const expenseTitle = (t: Translate, key: keyof Titles['expenses']) => t(`exports.columns.expenses.${key}`)

type ExpenseRow = Awaited<ReturnType<typeof listExpenses>>['rows'][number]

/** '2 de 3'; of what repeats its rhythm. */
function partOf(row: ExpenseRow, t: Translate): string | null {
  if (row.instalment !== null && row.instalmentOf !== null)
    return t('expenses.part', { number: row.instalment, of: row.instalmentOf })
  return row.rhythm && t(`expenses.rhythms.${row.rhythm}`)
}

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
    const yesNo = (value: boolean) => t(value ? 'exports.yes' : 'exports.no')
    return [
      { title: title('description'), type: 'text', width: 40, value: (row) => row.description },
      { title: title('category'), type: 'text', width: 20, value: (row) => row.category },
      { title: title('kind'), type: 'text', width: 12, value: (row) => t(`expenses.kinds.${row.kind}`) },
      { title: title('amount'), type: 'money', width: 13, value: (row) => row.amountCents },
      { title: title('dueOn'), type: 'day', width: 13, value: (row) => row.dueOn },
      { title: title('status'), type: 'text', width: 12, value: (row) => t(`expenses.statuses.${row.status}`) },
      { title: title('paidOn'), type: 'day', width: 13, value: (row) => row.paidOn },
      { title: title('place'), type: 'text', width: 24, value: (row) => row.placeName },
      { title: title('part'), type: 'text', width: 14, value: (row) => partOf(row, t) },
      { title: title('stockPurchase'), type: 'text', width: 16, value: (row) => yesNo(row.stockPurchase) },
      { title: title('receipt'), type: 'text', width: 12, value: (row) => yesNo(row.fileId !== null) },
    ]
  },
})
