import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { StockRulesForm } from '@/components/settings/stock/stock-rules-form'
import { getStockRulesFor } from '@/lib/settings/views'

export const generateMetadata = pageTitle('settingsStock')

export default memberPage('organization.edit', async ({ member }) => (
  <StockRulesForm rules={await getStockRulesFor(member)} />
))
