import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { LedgerScreen } from '@/components/catalog/warehouse/ledger-screen'
import { getLedgerFor } from '@/lib/catalog/warehouse/ledger-views'

export const generateMetadata = pageTitle('warehouseMovements')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => (
    <LedgerScreen ledger={await getLedgerFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['exports', 'orders.filters'],
)
