import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SimulatorScreen } from '@/components/money/fees/simulator-screen'
import { getSimulationFor } from '@/lib/money/fees/simulation-views'

export const generateMetadata = pageTitle('shopeeSimulator')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => <SimulatorScreen view={await getSimulationFor(member, searchParams)} />,
  ['exports', 'fees.draft', 'fees.editor', 'fees.fields', 'fees.simulator'],
)
