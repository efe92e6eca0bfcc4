import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProfileScreen } from '@/components/identity/settings/profile/profile-screen'
import { getAccountStatus } from '@/lib/identity/account/views'
import { getShownPreferences } from '@/lib/identity/auth/shown-preferences'

export const generateMetadata = pageTitle('settings')

export default memberPage(
  null,
  async ({ member }) => {
    const { theme, colorScheme } = await getShownPreferences()
    const account = await getAccountStatus(member)
    return <ProfileScreen member={member} account={account} theme={theme} scheme={colorScheme} />
  },
  ['settings.profile', 'security.secondStep', 'company'],
)
