import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { IntegrationsScreen } from '@/components/assist/integrations/integrations-screen'
import { getIntegrationsFor } from '@/lib/assist/integrations/views'

export const generateMetadata = pageTitle('apis')

export default memberPage(
  'token.own',
  async ({ member, searchParams }) => (
    <IntegrationsScreen view={await getIntegrationsFor(member, searchParams)} timeZone={member.timeZone} />
  ),
  ['apis', 'proposals', 'security.secondStep'],
)
