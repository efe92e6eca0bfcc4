import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { MonthCloseScreen } from '@/components/money/month-close/month-close-screen'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { getMonthClosesFor } from '@/lib/money/month-close/views'

export const generateMetadata = pageTitle('monthClose')

export default memberPage(
  'reconciliation.read',
  async ({ member, searchParams }) => (
    <>
      <NextStep member={member} />
      <MonthCloseScreen view={await getMonthClosesFor(member, searchParams)} timeZone={member.timeZone} />
    </>
  ),
  ['monthClose', 'exports'],
)
