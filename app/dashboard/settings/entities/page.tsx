import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { SplitCard } from '@/components/money/expenses/split-card'
import { EntitiesScreen } from '@/components/identity/settings/entities/entities-screen'
import { getSplitFor } from '@/lib/money/expenses/split-view'
import { getEntitiesFor } from '@/lib/identity/settings/views'

export const generateMetadata = pageTitle('settingsEntities')

export default memberPage(
  'feeRule.write',
  async ({ member }) => {
    const split = await getSplitFor(member)
    return (
      <>
        <NextStep member={member} own={['tax']} />
        <EntitiesScreen view={await getEntitiesFor(member)} />
        {split && <SplitCard view={split} />}
      </>
    )
  },
  [
    'companyData.entities',
    'companyData.fields',
    'companyData.outlets',
    'companyData.revenue',
    'companyData.simples',
    'companyData.taxes',
    'expenses.split',
  ],
)
