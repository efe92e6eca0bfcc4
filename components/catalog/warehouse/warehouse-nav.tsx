'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { warehouseTabs, type WarehouseTab } from '@/lib/catalog/warehouse/tabs'

/** Pages of one record belong to the room whose path they begin with. */
export function WarehouseNav({ open }: { open: WarehouseTab[] }) {
  const t = useTranslations('warehouse.rooms')
  const pathname = usePathname()
  const current = open.findLast((tab) => pathname.startsWith(warehouseTabs[tab].path))
  const tabs = open.map((tab) => ({ href: warehouseTabs[tab].path, label: t(tab), active: tab === current }))
  return <Tabs label={t('label')} tabs={tabs} />
}
