import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ProfileScreen } from '@/components/settings/profile/profile-screen'
import { getShownPreferences } from '@/lib/auth/shown-preferences'

export const generateMetadata = pageTitle('settings')

export default memberPage(
  null,
  async ({ member }) => {
    const { theme, colorScheme } = await getShownPreferences()
    return <ProfileScreen member={member} theme={theme} scheme={colorScheme} />
  },
  ['settings.profile'],
)
