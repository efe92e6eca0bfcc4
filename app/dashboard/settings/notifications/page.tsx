import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { BrowserCard } from '@/components/identity/settings/notifications/browser-card'
import { NotificationTable } from '@/components/identity/settings/notifications/notification-table'
import { actorOf } from '@/lib/identity/auth/member'
import { listNoticePreferencesFor } from '@/lib/identity/notices/preferences'

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
