import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { CalculatorScreen } from '@/components/money/fees/calculator-screen'
import { getCalculatorFor } from '@/lib/money/fees/views'

export const generateMetadata = pageTitle('shopeeCalculator')

export default memberPage(
  'money.read',
  async ({ member }) => <CalculatorScreen view={await getCalculatorFor(member)} />,
  ['fees.calculator', 'fees.lines', 'fees.rules.partKinds', 'fees.trace'],
)
