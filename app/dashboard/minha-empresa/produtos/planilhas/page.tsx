import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SheetsScreen } from '@/components/connect/catalogue-sheets/sheets-screen'
import { getSheetsOverview } from '@/lib/connect/catalogue-sheets/views'

export const generateMetadata = pageTitle('companySheets')

export default memberPage(
  'sheet.import',
  async ({ member }) => <SheetsScreen viewer={member} overview={await getSheetsOverview(member)} />,
  ['sheets', 'stock.fields'],
)
