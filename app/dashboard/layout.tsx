import type { ReactNode } from 'react'
import { SessionKeeper } from '@/components/identity/auth/session-keeper'
import { AreaMessages } from '@/components/shell/area-messages'
import { DashboardShell } from '@/components/shell/dashboard-shell'
import { setPreferencesAction, signOutAction } from '@/lib/identity/auth/actions'
import { requireMember } from '@/lib/identity/auth/member'
import { env } from '@/lib/core/env'
import { countUnreadFor } from '@/lib/insight/notifications/queries'
import { listCompanies } from '@/lib/identity/organizations/queries'
import { refuseHidden } from './refuse-hidden'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  await refuseHidden()
  const member = await requireMember()
  const [companies, unread] = await Promise.all([listCompanies(member.userId), countUnreadFor(member)])
  return (
    <AreaMessages
      namespaces={[
        'shell',
        'palette',
        'notifications',
        'audit.actors',
        'audit.history',
        'company.banner',
        'company.switcher',
        'company.create',
        'security.keeper',
        'shops.sandbox',
        'auth.fields',
      ]}
      timeZone={member.timeZone}
    >
      <SessionKeeper
        userId={member.userId}
        organizationId={member.organizationId}
        organizationName={member.organizationName}
      />
      <DashboardShell
        member={member}
        companies={companies}
        unread={unread}
        isSandbox={env().SHOPEE_SANDBOX}
        signOut={signOutAction}
        setPreferences={setPreferencesAction}
      >
        {children}
      </DashboardShell>
    </AreaMessages>
  )
}
