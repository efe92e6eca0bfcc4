import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { PeopleScreen } from '@/components/identity/people/people-screen'
import { getPeopleFor } from '@/lib/identity/organizations/views'

export const generateMetadata = pageTitle('settingsPeople')

export default memberPage('member.manage', async ({ member }) => <PeopleScreen view={await getPeopleFor(member)} />, [
  'people',
  'security.secondStep',
])
