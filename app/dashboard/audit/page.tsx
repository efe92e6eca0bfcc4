import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AuditScreen } from '@/components/audit/audit-screen'
import { TrailTab } from '@/components/audit/trail-tab'
import { HealthTab } from '@/components/health-checks/health-tab'
import { readAuditTab } from '@/lib/audit/tabs'
import { getTrailFor } from '@/lib/audit/views'
import { getAuditHealthFor } from '@/lib/health-checks/views'

export const generateMetadata = pageTitle('audit')

export default memberPage(
  'audit.read',
  async ({ member, searchParams }) => {
    const tab = readAuditTab(member.role, searchParams.tab)
    return (
      <AuditScreen role={member.role} tab={tab}>
        {tab === 'health' && <HealthTab view={await getAuditHealthFor(member, searchParams)} />}
        {tab === 'trail' && <TrailTab view={await getTrailFor(member, searchParams)} timeZone={member.timeZone} />}
      </AuditScreen>
    )
  },
  ['audit.verify', 'exports', 'orders.filters'],
)
