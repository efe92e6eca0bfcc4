import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { ExportsScreen } from '@/components/insight/exports/exports-screen'
import { getExportOverviewFor } from '@/lib/insight/exports/views'

export const generateMetadata = pageTitle('exports')

export default memberPage(
  'list.export',
  async ({ member }) => <ExportsScreen overview={await getExportOverviewFor(member)} timeZone={member.timeZone} />,
  ['exports'],
)
