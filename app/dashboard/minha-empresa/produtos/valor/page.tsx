import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ValueScreen } from '@/components/catalog/warehouse/value-screen'
import { getValuesFor, getValueSumsFor } from '@/lib/catalog/warehouse/value-views'

export const generateMetadata = pageTitle('warehouseValue')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => {
    const list = await getValuesFor(member, searchParams)
    return <ValueScreen list={list} sums={getValueSumsFor(member, list.filters)} />
  },
  ['exports'],
)
