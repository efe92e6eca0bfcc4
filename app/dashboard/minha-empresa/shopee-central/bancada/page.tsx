import { memberPage } from '@/app/dashboard/member-page'
import { BenchScreen } from '@/components/sales/packing/bench-screen'
import { getBenchFor } from '@/lib/sales/packing/views'
import { listMissesFor } from '@/lib/catalog/warehouse/shelf-miss-views'
import { roomTitle } from '../room-title'

export const generateMetadata = roomTitle('bench')

export default memberPage(
  'dispatch.work',
  async ({ member }) => (
    <BenchScreen lists={await getBenchFor(member)} misses={await listMissesFor(member)} timeZone={member.timeZone} />
  ),
  ['bench', 'shelfMiss', 'stock.fields'],
)
