import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ResultScreen } from '@/components/money/profit/result-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { getCostlessFor } from '@/lib/money/profit/costless'
import { getResultFor } from '@/lib/money/profit/views'

export const generateMetadata = pageTitle('companyPanel')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => {
    const view = await getResultFor(member, searchParams)
    return (
      <>
        <FirstHistories member={member} />
        <NextStep member={member} />
        <ResultScreen view={view} costless={await getCostlessFor(member, view)} viewer={member} />
      </>
    )
  },
  ['shops.ads'],
)
