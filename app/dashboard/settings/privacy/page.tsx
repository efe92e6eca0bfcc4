import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { PrivacyScreen } from '@/components/insight/privacy/privacy-screen'
import { listErasuresFor } from '@/lib/insight/privacy/views'

export const generateMetadata = pageTitle('settingsPrivacy')

export default memberPage(
  'organization.edit',
  async ({ member }) => <PrivacyScreen erasures={await listErasuresFor(member)} timeZone={member.timeZone} />,
  ['privacy.actions', 'privacy.screen'],
)
