import { redirect } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { DashboardScreen } from '@/components/dashboard/dashboard-screen'
import { SetupGuide } from '@/components/setup/setup-guide'
import { SecondStepNotice } from '@/components/settings/security/second-step-notice'
import { FirstHistories } from '@/components/shops/first-histories'
import { can } from '@/lib/auth/permissions'
import { askForDashboard, seesTotals } from '@/lib/dashboard/views'
import { centralPath } from '@/lib/dispatch/schema'
import { getSetupFor } from '@/lib/setup/views'

export const generateMetadata = pageTitle('dashboard')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    // Who works at dispatch and sees no totals begins there.
    if (!seesTotals(member) && can(member.role, 'dispatch.work')) redirect(centralPath)
    const { frame, ...panels } = askForDashboard(member, searchParams)
    const { steps, hasResult } = await getSetupFor(member)
    return (
      <>
        {/* Nobody is asked for more safety before there is a result to keep safe. */}
        {hasResult && <SecondStepNotice member={member} />}
        <FirstHistories member={member} />
        <DashboardScreen
          viewer={member}
          frame={await frame}
          guide={steps && <SetupGuide steps={steps} />}
          {...panels}
        />
      </>
    )
  },
  ['security.advice', 'setup.hide'],
)
