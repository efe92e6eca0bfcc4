import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NotificationsScreen } from '@/components/insight/notifications/notifications-screen'
import { listNoticesFor } from '@/lib/insight/notifications/queries'

export const generateMetadata = pageTitle('notifications')

export default memberPage(null, async ({ member, searchParams }) => (
  <NotificationsScreen page={await listNoticesFor(member, searchParams)} />
))
