import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { LevelsScreen } from '@/components/catalog/warehouse/levels-screen'
import { getLevelsFor, getStockTotalsFor } from '@/lib/catalog/warehouse/views'

export const generateMetadata = pageTitle('companyProducts')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    const list = await getLevelsFor(member, searchParams)
    return <LevelsScreen list={list} totals={getStockTotalsFor(member, list.filters)} />
  },
  ['exports', 'products.adjust', 'stock.fields', 'stock.places', 'warehouse.levels', 'warehouse.transfer'],
)
