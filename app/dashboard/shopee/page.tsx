import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { WalletScreen } from '@/components/money/payouts/wallet-screen'
import { getWalletScreenFor } from '@/lib/money/payouts/wallet-views'

export const generateMetadata = pageTitle('shopee')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => (
    <WalletScreen view={await getWalletScreenFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['exports'],
)
