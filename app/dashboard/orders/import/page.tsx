import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { NextStep } from '@/components/insight/setup-guide/next-step'
import { ImportsScreen } from '@/components/connect/order-imports/imports-screen'
import { getImportOverview } from '@/lib/connect/order-imports/views'

export const generateMetadata = pageTitle('import')

export default memberPage(
  'sheet.import',
  async ({ member }) => (
    <>
      <NextStep member={member} own={['connect']} />
      <ImportsScreen viewer={member} overview={await getImportOverview(member)} />
    </>
  ),
  ['imports.upload'],
)
