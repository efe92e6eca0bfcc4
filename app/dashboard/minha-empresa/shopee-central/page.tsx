import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { DispatchScreen } from '@/components/sales/dispatch/dispatch-screen'
import { getDispatchFor } from '@/lib/sales/dispatch/views'

export const generateMetadata = pageTitle('shopeeCentral')

export default memberPage(
  'dispatch.work',
  async ({ member, searchParams }) => (
    <>
      <NextStep member={member} />
      <DispatchScreen list={await getDispatchFor(member, searchParams)} timeZone={member.timeZone} />
    </>
  ),
  ['dispatch', 'orders.fresh'],
)
