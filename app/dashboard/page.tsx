import { redirect } from 'next/navigation'
import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { DashboardScreen } from '@/components/insight/dashboard/dashboard-screen'
import { SetupGuide } from '@/components/insight/setup-guide/setup-guide'
import { TwoFactorNotice } from '@/components/identity/settings/security/two-factor-notice'
import { FirstHistories } from '@/components/connect/shops/first-histories'
import { can, seesTotals } from '@/lib/core/permissions'
import { requestDashboard } from '@/lib/insight/dashboard/views'
import { waitShortly } from '@/lib/core/process/wait-shortly'
import { centralPath } from '@/lib/sales/dispatch/schema'
import { getSetupFor } from '@/lib/insight/setup-guide/views'

export const generateMetadata = pageTitle('dashboard')

export default memberPage(
  'sales.read',
  async ({ member, searchParams }) => {
    // A role that works at dispatch and sees no totals begins there.
    if (!seesTotals(member) && can(member.role, 'dispatch.work')) redirect(centralPath)
    const { frame, ...panels } = requestDashboard(member, searchParams)
    const { steps, hasResult } = await getSetupFor(member)
    await waitShortly([panels.attention, panels.sales?.summary, panels.sales?.topProducts, panels.sales?.tiles])
    return (
      <>
        {/* Two-factor is suggested only once there is a result to protect. */}
        {hasResult && <TwoFactorNotice member={member} />}
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
