import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { SimulatorScreen } from '@/components/money/fees/simulator-screen'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { openSimulationFor } from '@/lib/money/fees/simulation-views'

export const generateMetadata = pageTitle('shopeeSimulator')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => {
    const { view, sums } = await openSimulationFor(member, searchParams)
    await waitShortly([sums], 0)
    return <SimulatorScreen view={view} sums={sums} />
  },
  ['exports', 'fees.draft', 'fees.editor', 'fees.fields', 'fees.simulator'],
)
