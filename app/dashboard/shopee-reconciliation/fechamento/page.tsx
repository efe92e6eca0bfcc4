import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { MonthCloseScreen } from '@/components/month-close/month-close-screen'
import { NextStep } from '@/components/setup/next-step'
import { getMonthClosesFor } from '@/lib/month-close/views'

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
