import { memberPage } from '@/app/dashboard/member-page'
import { pageTitle } from '@/app/dashboard/page-title'
import { AuditScreen } from '@/components/insight/audit-log/audit-screen'
import { AuditLogTab } from '@/components/insight/audit-log/audit-log-tab'
import { HealthTab } from '@/components/insight/data-checks/health-tab'
import { readAuditTab } from '@/lib/insight/audit-log/tabs'
import { getAuditLogFor } from '@/lib/insight/audit-log/views'
import { getAuditHealthFor } from '@/lib/insight/data-checks/views'

export const generateMetadata = pageTitle('audit')

export default memberPage(
  'audit.read',
  async ({ member, searchParams }) => {
    const tab = readAuditTab(member.role, searchParams.tab)
    return (
      <AuditScreen role={member.role} tab={tab}>
        {tab === 'health' && <HealthTab view={await getAuditHealthFor(member, searchParams)} />}
        {tab === 'trail' && (
          <AuditLogTab view={await getAuditLogFor(member, searchParams)} timeZone={member.timeZone} />
        )}
      </AuditScreen>
    )
  },
  ['audit.verify', 'exports', 'orders.filters'],
)
