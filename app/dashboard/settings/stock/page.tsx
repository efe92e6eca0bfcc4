import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { BuyingRulesForm } from '@/components/catalog/purchases/buying-rules-form'
import { StockRulesForm } from '@/components/identity/settings/stock/stock-rules-form'
import { getStockRulesFor } from '@/lib/identity/settings/views'

export const generateMetadata = pageTitle('settingsStock')

export default memberPage(
  'organization.edit',
  async ({ member }) => {
    const rules = await getStockRulesFor(member)
    return (
      <div className="flex flex-col gap-4">
        <StockRulesForm key={`stock ${rules.version}`} rules={rules} />
        <BuyingRulesForm key={`buying ${rules.version}`} rules={rules} />
      </div>
    )
  },
  ['companyData.fields', 'companyData.stock', 'purchases.fields', 'purchases.rules'],
)
