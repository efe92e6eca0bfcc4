import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { OwnershipCards } from '@/components/identity/company/ownership-cards'
import { ProductivityCard } from '@/components/identity/settings/organization/productivity-card'
import { SecondFactorCard } from '@/components/identity/settings/organization/second-factor-card'
import { ProfileForm } from '@/components/identity/settings/organization/profile-form'
import { getArchiveFor } from '@/lib/insight/company-export/views'
import { getOwnershipFor } from '@/lib/identity/organizations/views'
import { getOrganizationProfileFor } from '@/lib/identity/settings/views'

export const generateMetadata = pageTitle('settingsOrganization')

export default memberPage(
  null,
  async ({ member }) => {
    const profile = await getOrganizationProfileFor(member)
    return (
      <div className="flex flex-col gap-4">
        <ProfileForm profile={profile} />
        {profile.zones && <SecondFactorCard on={profile.secondFactorRequired} version={profile.version} />}
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
    'companyData.secondFactor',
    'exports',
    'security.secondStep',
  ],
)
