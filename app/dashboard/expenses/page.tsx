import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ExpensesScreen } from '@/components/money/expenses/expenses-screen'
import { getExpenseListFor } from '@/lib/money/expenses/views'

export const generateMetadata = pageTitle('expenses')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => <ExpensesScreen list={await getExpenseListFor(member, searchParams)} />,
  ['expenses', 'exports'],
)
