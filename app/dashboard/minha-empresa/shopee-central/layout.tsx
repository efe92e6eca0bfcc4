import type { ReactNode } from 'react'
import { CentralFrame } from '@/components/dispatch/central-frame'
import { AreaMessages } from '@/components/shell/area-messages'
import { requireMember } from '@/lib/auth/member'
import { can } from '@/lib/auth/permissions'
import { getRoomCountsFor } from '@/lib/dispatch/views'

export default async function CentralLayout({ children }: { children: ReactNode }) {
  const member = await requireMember()
  if (!can(member.role, 'dispatch.work')) return children
  const counts = await getRoomCountsFor(member)
  return (
    <AreaMessages namespaces={['dispatch.rooms', 'dispatch.fields']}>
      <CentralFrame counts={counts}>{children}</CentralFrame>
    </AreaMessages>
  )
}
