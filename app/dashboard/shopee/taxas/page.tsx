import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { FeesScreen } from '@/components/money/fees/fees-screen'
import { getFeesFor } from '@/lib/money/fees/views'

export const generateMetadata = pageTitle('shopeeFees')

export default memberPage(
  'money.read',
  async ({ member, searchParams }) => (
    <FeesScreen view={await getFeesFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['fees.editor', 'fees.fields', 'fees.programmes', 'fees.rules', 'fees.terms'],
)
