import { memberPage } from '@/app/dashboard/member-page'
import { PackingScreen } from '@/components/sales/packing/packing-screen'
import { getPackingFor } from '@/lib/sales/packing/views'
import { listMissesFor } from '@/lib/catalog/warehouse/shelf-miss-views'
import { tabTitle } from '../tab-title'

export const generateMetadata = tabTitle('bench')

export default memberPage(
  'dispatch.work',
  async ({ member }) => (
    <PackingScreen
      lists={await getPackingFor(member)}
      misses={await listMissesFor(member)}
      timeZone={member.timeZone}
    />
  ),
  ['bench', 'shelfMiss', 'stock.fields'],
)
