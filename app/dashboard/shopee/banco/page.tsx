import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { BankScreen } from '@/components/money/bank/bank-screen'
import { getBankFor } from '@/lib/money/bank/views'

export const generateMetadata = pageTitle('shopeeBank')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => (
    <BankScreen view={await getBankFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['bank.match'],
)
