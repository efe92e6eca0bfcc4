import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { CompanyExpensesScreen } from '@/components/money/expenses/company-expenses-screen'
import { ExpenseCalendarScreen } from '@/components/money/expenses/expense-calendar'
import { companyExpensesPath } from '@/lib/money/expenses/filters'
import { getExpenseCalendarFor, getExpenseListFor } from '@/lib/money/expenses/views'

export const generateMetadata = pageTitle('companyExpenses')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) =>
    searchParams.mode === 'calendar' ? (
      <ExpenseCalendarScreen calendar={await getExpenseCalendarFor(member, searchParams)} />
    ) : (
      <CompanyExpensesScreen list={await getExpenseListFor(member, searchParams, { path: companyExpensesPath })} />
    ),
  ['expenses', 'exports'],
)
