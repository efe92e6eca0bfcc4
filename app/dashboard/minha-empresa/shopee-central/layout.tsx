import type { ReactNode } from 'react'
import { CentralFrame } from '@/components/dispatch/central-frame'
import { requireMember } from '@/lib/auth/member'
import { can } from '@/lib/auth/permissions'
import { getRoomCountsFor } from '@/lib/dispatch/views'

export default async function CentralLayout({ children }: { children: ReactNode }) {
  const member = await requireMember()
  if (!can(member.role, 'dispatch.work')) return children
  return <CentralFrame counts={await getRoomCountsFor(member)}>{children}</CentralFrame>
}
