import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ResultScreen } from '@/components/profit/result-screen'
import { getResultFor } from '@/lib/profit/views'

export const generateMetadata = pageTitle('companyPanel')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => <ResultScreen view={await getResultFor(member, searchParams)} viewer={member} />,
  ['shops.ads'],
)
