import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { PayoutsScreen } from '@/components/money/payouts/payouts-screen'
import { getPayoutsFor } from '@/lib/money/payouts/views'

export const generateMetadata = pageTitle('shopeePayouts')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => (
    <>
      <NextStep member={member} />
      <PayoutsScreen view={await getPayoutsFor(member, searchParams)} />
    </>
  ),
  ['exports', 'shopeeMoney.elsewhere'],
)
