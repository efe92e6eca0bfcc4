import type { ReactNode } from 'react'
import { CentralFrame } from '@/components/sales/dispatch/central-frame'
import { AreaMessages } from '@/components/shell/area-messages'
import { requireMember } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { getDispatchTabCountsFor, listShopsAwayFor } from '@/lib/sales/dispatch/views'

export default async function CentralLayout({ children }: { children: ReactNode }) {
  const member = await requireMember()
  if (!can(member.role, 'dispatch.work')) return children
  const [counts, away] = await Promise.all([getDispatchTabCountsFor(member), listShopsAwayFor(member)])
  return (
    <AreaMessages namespaces={['dispatch.rooms', 'dispatch.fields']}>
      <CentralFrame counts={counts} away={away} canAuthorize={can(member.role, 'shop.connect')}>
        {children}
      </CentralFrame>
    </AreaMessages>
  )
}
