import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { LimitsScreen } from '@/components/thermometers/limits-screen'
import { getLimitsFor } from '@/lib/thermometers/views'

export const generateMetadata = pageTitle('shopeeLimits')

export default memberPage('money.read', async ({ member }) => <LimitsScreen view={await getLimitsFor(member)} />)
