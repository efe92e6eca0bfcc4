import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AreaMessages } from '@/components/shell/area-messages'
import { PageHeader } from '@/components/ui/page-header'
import { WarehouseNav } from '@/components/catalog/warehouse/warehouse-nav'
import { requireMember } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { listWarehouseTabs } from '@/lib/catalog/warehouse/tabs'

export default async function WarehouseLayout({ children }: { children: ReactNode }) {
  const { role } = await requireMember()
  if (!can(role, 'sales.read')) return children
  const t = await getTranslations('warehouse')
  return (
    <AreaMessages namespaces={['warehouse.rooms']}>
      <PageHeader title={t('title')} />
      <WarehouseNav open={listWarehouseTabs(role)} />
      {children}
    </AreaMessages>
  )
}
