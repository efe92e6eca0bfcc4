import { memberPage, type SearchParams } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ResultScreen } from '@/components/money/profit/result-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import type { Member } from '@/lib/identity/auth/member'
import { getCostlessFor } from '@/lib/money/profit/costless'
import { getResultFor } from '@/lib/money/profit/views'

export const generateMetadata = pageTitle('companyPanel')

export default memberPage(
  'money.read',
  ({ member, searchParams }) => (
    <>
      <FirstHistories member={member} />
      <NextStep member={member} />
      <Result member={member} query={searchParams} />
    </>
  ),
  ['shops.ads'],
)

/** A component of its own, so that the three read at the same time. */
async function Result({ member, query }: { member: Member; query: SearchParams }) {
  const view = await getResultFor(member, query)
  return <ResultScreen view={view} costless={await getCostlessFor(member, view)} viewer={member} />
}
