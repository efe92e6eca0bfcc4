import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { OwnershipCards } from '@/components/company/ownership-cards'
import { ProductivityCard } from '@/components/settings/organization/productivity-card'
import { ProfileForm } from '@/components/settings/organization/profile-form'
import { getArchiveFor } from '@/lib/company-archive/views'
import { getOwnershipFor } from '@/lib/organizations/views'
import { getOrganizationProfileFor } from '@/lib/settings/views'

export const generateMetadata = pageTitle('settingsOrganization')

export default memberPage(
  null,
  async ({ member }) => {
    const profile = await getOrganizationProfileFor(member)
    return (
      <div className="flex flex-col gap-4">
        <ProfileForm profile={profile} />
        {profile.zones && <ProductivityCard on={profile.productivity} version={profile.version} />}
        <OwnershipCards view={await getOwnershipFor(member)} archive={await getArchiveFor(member)} />
      </div>
    )
  },
  [
    'company',
    'companyData.fields',
    'companyData.productivity',
    'companyData.profile',
    'exports',
    'security.secondStep',
  ],
)
