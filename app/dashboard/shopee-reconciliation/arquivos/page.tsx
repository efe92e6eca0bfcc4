import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { MoneyFilesScreen } from '@/components/money-files/money-files-screen'
import { mayImportMoney } from '@/lib/money-files/may-import'
import { getMoneyFiles } from '@/lib/money-files/views'

export const generateMetadata = pageTitle('moneyFiles')

export default memberPage(
  'reconciliation.read',
  async ({ member }) => (
    <MoneyFilesScreen viewer={member} mayImport={mayImportMoney(member)} overview={await getMoneyFiles(member)} />
  ),
  ['moneyFiles'],
)
