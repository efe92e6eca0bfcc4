import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { CountsScreen } from '@/components/catalog/warehouse/counts-screen'
import { isFiltered, productsHref, readProductFilters } from '@/lib/catalog/products/filters'
import { getCountsFor } from '@/lib/catalog/warehouse/count-views'

export const generateMetadata = pageTitle('warehouseCounts')

export default memberPage(
  'stock.adjust',
  async ({ member, searchParams }) => {
    const filters = readProductFilters(searchParams, true)
    return (
      <CountsScreen
        page={await getCountsFor(member, searchParams)}
        query={isFiltered(filters) ? (productsHref(filters).split('?')[1] ?? null) : null}
        isBeginning={searchParams.begin !== undefined}
        timeZone={member.timeZone}
      />
    )
  },
  ['bench.fields', 'counts.begin', 'counts.fields', 'stock.fields'],
)
