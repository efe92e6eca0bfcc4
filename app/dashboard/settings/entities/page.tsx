import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { EntitiesScreen } from '@/components/identity/settings/entities/entities-screen'
import { getEntitiesFor } from '@/lib/identity/settings/views'

export const generateMetadata = pageTitle('settingsEntities')

export default memberPage(
  'feeRule.write',
  async ({ member }) => (
    <>
      <NextStep member={member} own={['tax']} />
      <EntitiesScreen view={await getEntitiesFor(member)} />
    </>
  ),
  [
    'companyData.entities',
    'companyData.fields',
    'companyData.outlets',
    'companyData.revenue',
    'companyData.simples',
    'companyData.taxes',
  ],
)
