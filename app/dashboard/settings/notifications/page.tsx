import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { BrowserCard } from '@/components/settings/notifications/browser-card'
import { NotificationTable } from '@/components/settings/notifications/notification-table'
import { actorOf } from '@/lib/auth/member'
import { listNoticePreferencesFor } from '@/lib/notifications/preferences'

export const generateMetadata = pageTitle('settingsNotifications')

export default memberPage(
  null,
  async ({ member }) => (
    <>
      <BrowserCard />
      <NotificationTable preferences={await listNoticePreferencesFor(actorOf(member))} />
    </>
  ),
  ['settings.notifications'],
)
