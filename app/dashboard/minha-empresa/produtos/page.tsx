import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { LevelsScreen } from '@/components/catalog/warehouse/levels-screen'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { getLevelsFor, getStockTotalsFor } from '@/lib/catalog/warehouse/views'

export const generateMetadata = pageTitle('companyProducts')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    const list = await getLevelsFor(member, searchParams)
    const totals = getStockTotalsFor(member, list.filters)
    await waitShortly([totals], 0)
    return (
      <>
        {list.page.rows.length === 0 && <NextStep member={member} />}
        <LevelsScreen list={list} totals={totals} />
      </>
    )
  },
  [
    'exports',
    'products.adjust',
    'products.stockStates',
    'stock.fields',
    'stock.places',
    'warehouse.levels',
    'warehouse.transfer',
  ],
)
