import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ValueScreen } from '@/components/catalog/warehouse/value-screen'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { getValuesFor, getValueSumsFor } from '@/lib/catalog/warehouse/value-views'

export const generateMetadata = pageTitle('warehouseValue')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => {
    const list = await getValuesFor(member, searchParams)
    const sums = getValueSumsFor(member, list.filters)
    await waitShortly([sums], 0)
    return <ValueScreen list={list} sums={sums} />
  },
  ['exports', 'warehouse.value'],
)
