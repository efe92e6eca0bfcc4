import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { MoneyFilesScreen } from '@/components/connect/money-reports/money-files-screen'
import { mayImportMoney } from '@/lib/connect/money-reports/may-import'
import { getMoneyFiles } from '@/lib/connect/money-reports/views'

export const generateMetadata = pageTitle('moneyFiles')

export default memberPage(
  'reconciliation.read',
  async ({ member }) => (
    <MoneyFilesScreen viewer={member} mayImport={mayImportMoney(member)} overview={await getMoneyFiles(member)} />
  ),
  ['moneyFiles'],
)
