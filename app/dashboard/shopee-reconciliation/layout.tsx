import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ReconciliationNav } from '@/components/money/reconciliation/reconciliation-nav'
import { AreaMessages } from '@/components/shell/area-messages'
import { PageHeader } from '@/components/ui/page-header'
import { requireMember } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'

export default async function ReconciliationLayout({ children }: { children: ReactNode }) {
  const { role } = await requireMember()
  if (!can(role, 'reconciliation.read')) return children
  const t = await getTranslations('reconciliation')
  return (
    <AreaMessages namespaces={['reconciliation.rooms']}>
      <PageHeader title={t('title')} />
      <ReconciliationNav />
      {children}
    </AreaMessages>
  )
}
