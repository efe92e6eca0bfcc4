import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { OwnershipCards } from '@/components/company/ownership-cards'
import { ProfileForm } from '@/components/settings/organization/profile-form'
import { getOwnershipFor } from '@/lib/organizations/views'
import { getOrganizationProfileFor } from '@/lib/settings/views'

export const generateMetadata = pageTitle('settingsOrganization')

export default memberPage(null, async ({ member }) => (
  <div className="flex flex-col gap-4">
    <ProfileForm profile={await getOrganizationProfileFor(member)} />
    <OwnershipCards view={await getOwnershipFor(member)} />
  </div>
))
